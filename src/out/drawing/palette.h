/* The colours of figures and films. They are those of the page in the light theme (web/shared/theme.css), which a test
   compares: a machine looks the same wherever it is shown. */
#ifndef LGR_OUT_DRAWING_PALETTE_H
#define LGR_OUT_DRAWING_PALETTE_H

#define PALETTE_TEXT 0x1f2630
#define PALETTE_SURFACE 0xfdfdfc
#define PALETTE_LINE 0xdcdcd6
#define PALETTE_ACCENT 0x1d5c96
#define PALETTE_BEAM 0xb98a4e
#define PALETTE_BEAM_EDGE 0x5b4426
#define PALETTE_ROPE 0x4a4f57
#define PALETTE_SPRING 0x4d6b52
#define PALETTE_BALL 0x4b6079
#define PALETTE_BOX 0x8d99a8
#define PALETTE_GROUND 0xa7aaa3
#define PALETTE_TRAIL 0xc8572f
#define PALETTE_EVENT 0xa9adb3

#endif
