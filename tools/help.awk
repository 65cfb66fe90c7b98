# SPDX-License-Identifier: MIT
#
# `make help`: prints the headings (#>), variables (NAME ?= default## text) and targets
# (name: prerequisites ## text) of the Makefile.

/^#> / {
	printf "%s%s\n", shown++ ? "\n" : "", substr($0, 4)
	next
}

/^[A-Z_]+ \?=.*##/ {
	name = $1
	value = $0
	sub(/^[A-Z_]+ \?= ?/, "", value)
	text = value
	sub(/ *##.*/, "", value)
	sub(/.*##[ \t]*/, "", text)
	gsub(/\$\(BUILD\)/, "build", value)
	printf "  %-22s %s\n", name "=" value, text
	next
}

/^[a-z-]+:.*##/ {
	name = $1
	text = $0
	sub(/:.*/, "", name)
	sub(/.*## */, "", text)
	printf "  %-22s %s\n", "make " name, text
}
