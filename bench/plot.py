"""Pictures of measurements: both axes logarithmic, a line for each series, as svg."""
import math

WIDTH, HEIGHT, LEFT, BOTTOM = 480, 320, 64, 40
COLOURS = ("#0072b2", "#d55e00", "#009e73")


def decades(values):
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def picture(title, series, least=1e-3, below=""):
    """series: points (x, milliseconds) by what is written beside the line; below: what x is."""
    everything = [p for points in series.values() for p in points]
    x0, x1 = decades([x for x, _ in everything])
    y0, y1 = decades([max(t, least) for _, t in everything])
    every = 1 + (x1 - x0)//8  # decades between two that are written

    def at(x, t):
        return (LEFT + (math.log10(x) - x0)/(x1 - x0)*(WIDTH - LEFT - 16),
                HEIGHT - BOTTOM - (math.log10(max(t, least)) - y0)/(y1 - y0)*(HEIGHT - BOTTOM - 32))

    def line(points, style):
        return f'<polyline fill="none" {style} points="' + " ".join(f"{x:.1f},{y:.1f}" for x, y in points) + '"/>'

    def text(x, y, words, anchor="middle", colour="#333"):
        return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{words}</text>'

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>', text(LEFT, 18, title, "start")]
    for d in range(x0, x1 + 1):
        x, y = at(10.0**d, 10.0**y0)
        out.append(line([(x, y), at(10.0**d, 10.0**y1)], 'stroke="#ddd"'))
        if (d - x0) % every == 0:
            out.append(text(x, y + 16, f"{10.0**d:g}"))
    for d in range(y0, y1 + 1):
        x, y = at(10.0**x0, 10.0**d)
        out += [line([(x, y), at(10.0**x1, 10.0**d)], 'stroke="#ddd"'), text(x - 6, y + 4, f"{10.0**d:g} ms", "end")]
    for k, (words, points) in enumerate(series.items()):
        colour = COLOURS[k % len(COLOURS)]
        out.append(line([at(*p) for p in points], f'stroke="{colour}" stroke-width="2"'))
        out += [f'<circle cx="{at(*p)[0]:.1f}" cy="{at(*p)[1]:.1f}" r="3" fill="{colour}"/>' for p in points]
        out.append(text(WIDTH - 16, 18 + 14*k, words, "end", colour))
    if below:
        out.append(text((LEFT + WIDTH)/2, HEIGHT - 6, below))
    return "\n".join(out + ["</svg>", ""])
