// SPDX-License-Identifier: MIT
/*
 * The end of a run on one screen, for a photograph: what machine, what holds, what the usual things
 * cost, and all medians in a QR code (kernel/payload_logic.h). Only where there is a framebuffer.
 */
#pragma once

/* Note what the head of the log has said. Before tests and benchmarks. */
void summary_begin(void);

/* Draw it. What is printed from then on appears below its text. */
void summary_show(void);
