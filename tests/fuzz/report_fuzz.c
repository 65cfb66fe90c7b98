// SPDX-License-Identifier: MIT
/*
 * tools/report, in a Python of our own. Input: a log. Property: a report as a whole, or one line
 * that says what is wrong with the log (report_input.py).
 *
 * The lines of tools/ that follow one another are the coverage: each such pair is a counter of
 * libFuzzer's, or a guard of AFL++'s. What regular expressions do inside is not seen.
 */
#include <Python.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

enum { COUNTERS = 1 << 14 };

#ifdef __AFL_COMPILER
static uint32_t guards[COUNTERS];

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop);
void __sanitizer_cov_trace_pc_guard(uint32_t *guard);

__attribute__((constructor)) static void guards_init(void)
{
	__sanitizer_cov_trace_pc_guard_init(guards, guards + COUNTERS);
}

static void count(uint32_t edge)
{
	__sanitizer_cov_trace_pc_guard(&guards[edge]);
}
#else
static uint8_t counters[COUNTERS] __attribute__((section("__libfuzzer_extra_counters"), used));

static void count(uint32_t edge)
{
	if (counters[edge] < UINT8_MAX)
		counters[edge]++;
}
#endif

static uint32_t previous;

static uint32_t hash(const char *text, uint32_t value)
{
	for (; *text; text++)
		value = (value ^ (uint8_t)*text) * 0x01000193;
	return value;
}

/* Other folders' code runs untraced, as far as its lines go. */
static int trace(PyObject *self, PyFrameObject *frame, int what, PyObject *arg)
{
	PyCodeObject *code;
	const char *file, *ours;
	uint32_t place;

	(void)self;
	(void)arg;
	if (what != PyTrace_CALL && what != PyTrace_LINE)
		return 0;
	code = PyFrame_GetCode(frame);
	file = PyUnicode_AsUTF8(code->co_filename);
	ours = file ? strstr(file, "/tools/") : NULL;
	Py_DECREF(code);
	if (!ours)
		return what == PyTrace_CALL ? PyObject_SetAttrString((PyObject *)frame,
								     "f_trace_lines", Py_False)
					    : 0;
	place = hash(ours, 0x811c9dc5 ^ (uint32_t)PyFrame_GetLineNumber(frame) * 0x9e3779b1);
	place ^= place >> 15;
	count((place ^ previous) % COUNTERS);
	previous = place >> 1;
	return 0;
}

static void die(void)
{
	PyErr_Print();
	abort();
}

/* The function that takes a log's bytes. */
static PyObject *property(void)
{
	static PyObject *function;
	PyObject *module;

	if (function)
		return function;
	Py_InitializeEx(0);
	PyRun_SimpleString("import sys\n"
			   "sys.dont_write_bytecode = True\n"
			   "sys.path.insert(0, 'tests/fuzz')\n");
	module = PyImport_ImportModule("report_input");
	function = module ? PyObject_GetAttrString(module, "take") : NULL;
	if (!function)
		die();
	return function;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	PyObject *take = property();
	PyObject *log = PyBytes_FromStringAndSize((const char *)data, (Py_ssize_t)len);
	PyObject *result;

	previous = 0;
	PyEval_SetTrace(trace, NULL);
	result = PyObject_CallOneArg(take, log);
	PyEval_SetTrace(NULL, NULL);
	if (!result)
		die();
	Py_DECREF(result);
	Py_DECREF(log);
	return 0;
}
