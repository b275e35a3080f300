// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// JwCanvas (src/window/draw/canvas.h) on a CanvasRenderingContext2D.

const TYPE_PX = [11, 13, 20];
const TYPE_BOLD = 4;
const FAMILY = '"Inter", "Noto Sans", "DejaVu Sans", system-ui, sans-serif';

function fontOf(type) {
    return `${type & TYPE_BOLD ? 600 : 400} ${TYPE_PX[type & 3]}px ${FAMILY}`;
}

/** Functions that draw on a context; memory() gives the module's memory as an ArrayBuffer. */
export function makeCanvas(context, memory) {
    const g = context;
    const decoder = new TextDecoder();
    const widths = new Map(); // By font and text: layout asks for the same ones at each drawing
    const sheet = new OffscreenCanvas(1, 1);
    const sheetContext = sheet.getContext('2d');
    let colour = [0, 0, 0];
    const colours = [];

    const textAt = (at, n) => decoder.decode(new Uint8Array(memory(), at, n));

    function paint(w, h, fill) {
        if (sheet.width < w || sheet.height < h) {
            sheet.width = Math.max(sheet.width, w);
            sheet.height = Math.max(sheet.height, h);
        }
        const image = sheetContext.createImageData(w, h);
        fill(new Uint32Array(image.data.buffer), image.data);
        sheetContext.putImageData(image, 0, 0);
        g.imageSmoothingEnabled = false;
        g.drawImage(sheet, 0, 0, w, h, 0, 0, w, h);
    }

    return {
        save() {
            colours.push(colour);
            g.save();
        },
        restore() {
            colour = colours.pop();
            g.restore();
        },
        translate: (c, x, y) => g.translate(x, y),
        scale: (c, by) => g.scale(by, by),
        begin: () => g.beginPath(),
        move: (c, x, y) => g.moveTo(x, y),
        line: (c, x, y) => g.lineTo(x, y),
        curve: (c, x1, y1, x2, y2, x, y) => g.bezierCurveTo(x1, y1, x2, y2, x, y),
        arc: (c, x, y, radius, from, to, back) => g.arc(x, y, radius, from, to, Boolean(back)),
        rectangle: (c, x, y, w, h) => g.rect(x, y, w, h),
        close_path: () => g.closePath(),
        fill: () => g.fill(),
        stroke: () => g.stroke(),
        clip: () => g.clip(),
        ink(c, red, green, blue, alpha) {
            colour = [red, green, blue].map(part => Math.round(255 * part));
            g.fillStyle = g.strokeStyle = `rgba(${colour}, ${alpha})`;
        },
        width(c, px) {
            g.lineWidth = px;
        },
        dash: (c, at, n) => g.setLineDash([...new Float64Array(memory(), at, n)]),
        cap(c, round) {
            g.lineCap = round ? 'round' : 'butt';
        },
        join(c, round) {
            g.lineJoin = round ? 'round' : 'miter';
        },
        image(c, at, w, h) {
            const from = new Uint32Array(memory(), at, w * h);
            paint(w, h, to => {
                for (let i = 0; i < to.length; ++i) {
                    const rgb = from[i];
                    to[i] = 0xff000000 | (rgb & 255) << 16 | (rgb & 0xff00) | rgb >> 16 & 255;
                }
            });
        },
        mask(c, at, w, h, stride) {
            const from = new Uint8Array(memory(), at, stride * h);
            const rgb = colour[0] | colour[1] << 8 | colour[2] << 16;
            paint(w, h, to => {
                for (let y = 0; y < h; ++y) {
                    for (let x = 0; x < w; ++x) {
                        to[y * w + x] = rgb | from[y * stride + x] << 24;
                    }
                }
            });
        },
        text(c, type, x, base, at, n) {
            g.font = fontOf(type);
            g.fontKerning = 'none';
            g.fillText(textAt(at, n), x, base);
        },
        text_width(c, type, at, n) {
            const text = textAt(at, n);
            const key = type + text;
            if (!widths.has(key)) {
                if (widths.size > 4096) {
                    widths.clear();
                }
                g.save();
                g.font = fontOf(type);
                g.fontKerning = 'none';
                widths.set(key, g.measureText(text).width);
                g.restore();
            }
            return widths.get(key);
        },
    };
}
