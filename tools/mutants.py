# SPDX-License-Identifier: MIT
"""Where a C source can be made wrong, and how: the rules of tools/mutate.

    compare   < to <=, <= to <, > to >=, >= to >, == to !=, != to ==
    negate    the condition of an if, while or for
    logic     && to ||, || to &&
    bound     a number, or a named constant behind a comparison, one larger; `+ 1` and `- 1` dropped
    arith     + to -, - to +, += to -=, -= to +=
    call      a call whose result nobody takes is dropped, but for port_log()
    assign    a store to memory (through ->, ., [] or *) is dropped

Sites are in the bodies of functions; comments, strings, preprocessor lines, _Static_assert() and
what only goes into a message (arguments of port_log(), port_panic(), __builtin_return_address())
have none.
"""

import dataclasses
import re

TOKEN = re.compile(r"""
      (?P<space>\s+ | //[^\n]* | /\*.*?\*/ | ^[ \t]*\#(?:[^\n\\]|\\.)*)
    | (?P<text>"(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*')
    | (?P<number>(?:0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*)
    | (?P<name>[A-Za-z_]\w*)
    | (?P<sign><<=|>>=|\.\.\.|->|\+\+|--|&&|\|\||[-+*/%&|^<>=!]=|<<|>>|.)
    """, re.X | re.S | re.M)

FLIPPED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
LOGIC = {"&&": "||", "||": "&&"}
ARITH = {"+": "-", "-": "+", "+=": "-=", "-=": "+="}
STORES = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
PAIRS = {"(": ")", "[": "]", "{": "}"}
KEYWORDS = {"if", "while", "for", "switch", "return", "sizeof", "do", "else", "goto", "break",
            "continue", "case", "default"}
NOT_DROPPED = KEYWORDS | {"port_log"}
NO_SITES_IN = {"port_log", "port_panic", "__builtin_return_address", "_Static_assert"}
# Arguments of these are printed before a panic: a site there is drawn, but makes no mutant.
SILENT_IN = {"page_panic", "broken", "poison_broken", "record_broken"}


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int


@dataclasses.dataclass
class Site:
    """One change that a rule makes: text[start:end] becomes `new`."""
    file: str
    line: int
    rule: str
    function: str
    start: int
    end: int
    new: str
    number: int = 0     # of its rule on its line
    silent: bool = False    # only a message changes

    @property
    def name(self):
        return f"{self.file}:{self.line}:{self.rule}:{self.number}"

    def apply(self, text):
        return text[:self.start] + self.new + text[self.end:]

    def lines(self, text):
        """What it changes as whole lines, each made one: (old, new)."""
        begin = text.rfind("\n", 0, self.start) + 1
        end = text.find("\n", self.end)
        end = len(text) if end < 0 else end
        new = text[begin:self.start] + self.new + text[self.end:end]
        return " ".join(text[begin:end].split()), " ".join(new.split())


def tokenize(text):
    return [Token(m.lastgroup, m.group(), m.start(), m.end()) for m in TOKEN.finditer(text)
            if m.lastgroup != "space"]


def partners(tokens):
    """{index of an opening bracket: index of the closing one}."""
    pairs, stack = {}, []
    for i, token in enumerate(tokens):
        if token.kind != "sign":
            continue
        if token.text in PAIRS:
            stack.append(i)
        elif stack and token.text == PAIRS[tokens[stack[-1]].text]:
            pairs[stack.pop()] = i
    return pairs


def functions(tokens, pairs):
    """(name, index of the body's brace, index of its end) of each function."""
    i = 0
    name = None
    while i < len(tokens):
        token = tokens[i]
        if token.text == "{" and i in pairs:
            if name and tokens[i - 1].text == ")":
                yield name, i, pairs[i]
            i = pairs[i]
            name = None
        elif token.text in (";", "=", "}"):
            name = None
        elif token.text == "(" and i in pairs:
            if tokens[i - 1].kind == "name" and tokens[i - 1].text != "__attribute__":
                name = tokens[i - 1].text
            i = pairs[i]
        i += 1


def callers(text, function):
    """The function, and those of the same text that lead to it."""
    tokens = tokenize(text)
    bodies = [(name, {token.text for token in tokens[begin:end]})
              for name, begin, end in functions(tokens, partners(tokens))]
    found = {function}
    while True:
        more = {name for name, words in bodies if words & found} - found
        if not more:
            return found
        found |= more


class Finder:
    """Collects the sites of one function."""

    def __init__(self, path, text, tokens, pairs, body):
        self.path, self.text, self.tokens, self.pairs = path, text, tokens, pairs
        self.function, self.begin, self.end = body
        self.silent_to = 0      # end of the arguments that go into a message
        self.found = []

    def add(self, rule, start, end, new):
        new += "\n" * (self.text.count("\n", start, end) - new.count("\n"))  # lines keep numbers
        line = self.text.count("\n", 0, start) + 1
        self.found.append(Site(self.path, line, rule, self.function, start, end, new,
                               silent=self.tokens[self.silent_to].start > start))

    def is_value(self, i):
        """Can the token end an operand, so that what follows is an operator of two?"""
        token = self.tokens[i]
        return token.kind == "number" or token.text in (")", "]") or (
            token.kind == "name" and token.text not in KEYWORDS)

    def starts_statement(self, i):
        before = self.tokens[i - 1].text
        return before in (";", "{", "}", ")", "else", ":", "do")

    def operators(self, i):
        token, before = self.tokens[i], self.tokens[i - 1]
        if token.text in FLIPPED:
            self.add("compare", token.start, token.end, FLIPPED[token.text])
            bound = self.tokens[i + 1]
            alone = self.tokens[i + 2].text in (")", ";", "&&", "||", "?", ",")
            if bound.kind == "name" and bound.text.isupper() and alone and bound.text != "NULL":
                self.add("bound", bound.start, bound.end, f"({bound.text} + 1)")
        elif token.text in LOGIC:
            self.add("logic", token.start, token.end, LOGIC[token.text])
        elif token.text in ARITH and self.is_value(i - 1):
            self.add("arith", token.start, token.end, ARITH[token.text])
            if token.text in "+-" and self.tokens[i + 1].text == "1":
                self.add("bound", before.end, self.tokens[i + 1].end, "")

    def number(self, i):
        token = self.tokens[i]
        if not (self.tokens[i - 1].text in "+-" and token.text == "1"):
            self.add("bound", token.start, token.end, f"({token.text} + 1)")

    def condition(self, i):
        """The token is if, while or for."""
        start, end = i + 1, self.pairs.get(i + 1)
        if end is None:
            return
        if self.tokens[i].text == "for":
            marks = [k for k in range(start + 1, end) if self.tokens[k].text == ";"]
            if len(marks) != 2 or marks[1] == marks[0] + 1:
                return
            begin, stop = self.tokens[marks[0] + 1].start, self.tokens[marks[1]].start
        else:
            begin, stop = self.tokens[start].end, self.tokens[end].start
        self.add("negate", begin, stop, f"!({self.text[begin:stop]})")

    def statement(self, i):
        """A statement begins with the token: may all of it be dropped?"""
        token = self.tokens[i]
        end = i
        while self.tokens[end].text != ";":
            if self.tokens[end].text == "{":
                return
            end = self.pairs.get(end, end) + 1
        called = token.kind == "name" and self.tokens[i + 1].text == "("
        if called and token.text not in NOT_DROPPED:
            if self.pairs.get(i + 1) == end - 1:
                self.add("call", token.start, self.tokens[end].end, ";")
            return
        if token.text in KEYWORDS:
            return
        place = i
        while place < end and self.tokens[place].text not in STORES | {"++", "--"}:
            place = self.pairs.get(place, place) + 1
        left = self.tokens[i:place]
        declares = any(a.kind == "name" and (b.kind == "name" or b.text == "*")
                       for a, b in zip(left, left[1:]))
        if place < end and not declares and (left[0].text == "*" or any(
                t.text in ("->", ".", "[") for t in left)):
            self.add("assign", token.start, self.tokens[end].end, ";")

    def run(self):
        i = self.begin + 1
        while i < self.end:
            token = self.tokens[i]
            if self.starts_statement(i) and (token.kind == "name" or token.text == "*"):
                self.statement(i)
            if token.text in NO_SITES_IN and i + 1 in self.pairs:
                i = self.pairs[i + 1]
            elif token.text in SILENT_IN and i + 1 in self.pairs:
                self.silent_to = self.pairs[i + 1]
            elif token.kind == "number":
                self.number(i)
            elif token.text in ("if", "while", "for"):
                self.condition(i)
            elif token.kind == "sign":
                self.operators(i)
            i += 1
        return self.found


def find_sites(path, text):
    """All sites of a source, by place."""
    tokens = tokenize(text)
    pairs = partners(tokens)
    found = []
    for body in functions(tokens, pairs):
        found += Finder(path, text, tokens, pairs, body).run()
    counts = {}
    for site in sorted(found, key=lambda s: (s.start, s.rule)):
        key = (site.line, site.rule)
        counts[key] = counts.get(key, 0) + 1
        site.number = counts[key]
        yield site
