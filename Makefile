# Short names for the usual ways to build; CMake does the work (see CMakePresets.json).
JOBS ?= 2
MAKEFLAGS += --no-print-directory

.PHONY: demo install python gallery studio check check-all bench bench-parts fuzz format clean

# Builds the tool and throws a stone.
demo:
	@tools/setup.sh demo
	tools/configure.sh release
	cmake --build --preset release -j$(JOBS) --target lagrangia_tool
	build/release/lagrangia run examples/trebuchet/hinged.lgr

# Builds the tool and the library, optimised, and installs them below PREFIX.
PREFIX ?= /usr/local
install:
	@tools/setup.sh demo
	tools/configure.sh release
	cmake --build --preset release -j$(JOBS)
	cmake --install build/release --prefix "$(DESTDIR)$(PREFIX)"

# A wheel for Python, in build/python.
python:
	@tools/setup.sh python
	tools/configure.sh release
	cmake --build --preset release -j$(JOBS) --target lagrangia_shared
	tools/make_wheel.sh build/release/src/liblagrangia.so build/python /usr/bin/python3

# Renders every example into build/gallery/index.html.
gallery:
	@tools/setup.sh demo
	tools/configure.sh release
	cmake --build --preset release -j$(JOBS) --target lagrangia_tool
	tools/gallery.py build/release/lagrangia build/gallery

# The studio (web/studio) with the library for browsers in it: build/studio/site for any host, build/studio/studio.html to open.
studio:
	@tools/setup.sh studio
	tools/configure.sh wasm
	cmake --build --preset wasm -j$(JOBS) --target studio

# Builds with sanitizers and runs every test.
check:
	@tools/setup.sh check
	@JOBS=$(JOBS) tools/check.sh dev

# Hours: the same bytes of every compiler, optimisation and processor; thread and memory sanitizers; 64-bit ARM under qemu.
check-all: check
	@tools/setup.sh check-all
	@JOBS=$(JOBS) tools/check_builds.py

# The table of docs/benchmarks.md, how costs grow, and what digits cost; BENCH=--markdown prints it as README quotes it.
bench:
	@tools/setup.sh bench
	tools/configure.sh release
	cmake --build --preset release -j$(JOBS) --target lagrangia_tool bench_chain bench_lanes bench_run bench_precision
	bench/table.py build/release/lagrangia build/release/bench $(BENCH)
	bench/exported.py build/release/lagrangia
	bench/growth.py build/release/lagrangia --plot build/release/bench/growth
	bench/precision.py build/release/bench --plot build/release/bench/precision

# Times of single parts: derivation, programs, solvers, formulas.
bench-parts:
	@tools/setup.sh demo
	tools/configure.sh release
	cmake --build --preset release --target bench_parts

# LGR_FUZZ_SECONDS=600 make fuzz
fuzz:
	@tools/setup.sh fuzz
	tests/fuzz/run.sh

format:
	find include src tool tests bench \( -name '*.[ch]' -o -name '*.cpp' \) -exec clang-format -i {} +

clean:
	rm -rf build
