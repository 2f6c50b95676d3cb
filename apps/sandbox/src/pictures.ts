import sharp from 'sharp';

/** Generated pictures for the offers of the sandbox network. */

const WIDTH = 640;
const HEIGHT = 360;

/** A rounded rectangle. */
const box = (x: number, y: number, w: number, h: number, r: number, fill: string, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" ${more}/>`;
const dot = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;
const line = (d: string, stroke: string, width: number): string =>
  path(d, 'none', `stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`);

const repeat = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');
const rotate = (by: string, inside: string): string => `<g transform="rotate(${by})">${inside}</g>`;

/** An upright phone in the middle. */
const phone = (screen: string, inside: string): string =>
  box(232, 40, 176, 330, 26, '#1b1638') + box(242, 52, 156, 320, 18, screen) + inside;

/** For each picture, by name: two background colours and the foreground. */
const SCENES: Record<string, [string, string, string]> = {
  morning: [
    '#ffd9a0',
    '#ff9f7a',
    dot(320, 300, 118, '#fff3cf') +
      dot(320, 300, 84, '#ffcf5c') +
      path('M0 292 Q160 236 320 288 T640 270 V360 H0Z', '#7a4a8c') +
      path('M0 326 Q180 280 360 322 T640 310 V360 H0Z', '#4c2f70') +
      box(452, 212, 84, 76, 14, '#fffaf0') +
      line('M536 230 q34 2 30 28 q-4 20 -32 20', '#fffaf0', 11) +
      line('M474 196 q-10 -16 2 -30 M506 196 q-10 -16 2 -30', '#fff3e0', 7),
  ],
  snacks: [
    '#ffe3b3',
    '#f7b267',
    dot(236, 212, 112, '#fff6e6') +
      dot(236, 212, 86, '#ffe9c7') +
      path('M180 246 L236 142 L292 246 Z', '#d98324', 'stroke="#b5651d" stroke-width="6" stroke-linejoin="round"') +
      path('M214 262 L258 190 L304 262 Z', '#e8a04a', 'stroke="#b5651d" stroke-width="6" stroke-linejoin="round"') +
      path('M410 150 h120 l-16 150 a14 14 0 0 1 -14 12 h-60 a14 14 0 0 1 -14 -12z', '#8c3b1f') +
      box(400, 134, 140, 26, 13, '#6d2c16') +
      line('M446 116 q-10 -16 2 -30 M486 116 q-10 -16 2 -30', '#fff6e6', 8),
  ],
  panel: [
    '#cfd8ff',
    '#8f9bff',
    phone(
      '#f5f6ff',
      box(262, 84, 116, 14, 7, '#3730a3') +
        repeat(3, (i) => dot(272, 132 + i * 44, 10, '#5fd6b4') + box(294, 124 + i * 44, 84, 16, 8, '#c9cff5')) +
        box(262, 258, 116, 34, 17, '#fdb92c'),
    ) +
      path('M462 180 h104 l10 130 a16 16 0 0 1 -16 16 h-92 a16 16 0 0 1 -16 -16z', '#fdb92c') +
      line('M486 196 v-22 a28 28 0 0 1 56 0 v22', '#8a5a00', 9),
  ],
  farm: [
    '#bfe7ff',
    '#e9f8d8',
    dot(508, 92, 46, '#ffd35a') +
      path('M118 116 a40 40 0 0 1 76 -18 a34 34 0 0 1 54 34 h-138 a22 22 0 0 1 8 -16z', '#ffffff') +
      path('M0 226 Q160 180 320 220 T640 206 V360 H0Z', '#7cc36a') +
      repeat(6, (i) => {
        const [foot, bend, top] = [i * 130, i * 110, 180 + i * 60];
        const left = `M${foot - 60} 360 Q${bend + 40} 290 ${top} 232`;
        return path(`${left} L${top + 24} 234 Q${bend + 102} 300 ${foot + 10} 360Z`, '#58a34d');
      }) +
      box(420, 176, 64, 62, 4, '#b5523b') +
      path('M408 180 L452 138 L496 180Z', '#7d3424'),
  ],
  wallet: [
    '#4a41b8',
    '#17134a',
    box(164, 116, 300, 190, 28, '#6f66e8') +
      box(194, 78, 210, 120, 16, '#fdb92c') +
      box(194, 106, 210, 22, 0, '#b97700') +
      box(164, 156, 300, 150, 28, '#3730a3') +
      box(380, 202, 110, 58, 29, '#fdb92c') +
      dot(412, 231, 12, '#3730a3') +
      dot(520, 110, 34, '#ffd35a', 'stroke="#b97700" stroke-width="6"') +
      line('M508 100 h24 M508 110 h24 M512 100 q18 0 14 12 l-14 12 l14 0', '#7c5200', 4),
  ],
  audio: [
    '#ffd6e8',
    '#c9a7ff',
    box(250, 96, 150, 200, 12, '#fffaf2') +
      box(236, 90, 22, 212, 8, '#7a3fd0') +
      [0, 1, 2, 3].map((i) => box(280, 128 + i * 30, i === 3 ? 60 : 96, 10, 5, '#d9c8f5')).join('') +
      line('M196 230 v-24 a124 124 0 0 1 248 0 v24', '#2b1a55', 16) +
      box(172, 214, 48, 88, 20, '#2b1a55') +
      box(420, 214, 48, 88, 20, '#2b1a55'),
  ],
  cricket: [
    '#c8f0c0',
    '#6fbf73',
    path('M0 250 H640 V360 H0Z', '#4f9e57') +
      path('M236 360 L288 236 H352 L404 360Z', '#e3c58a') +
      [292, 316, 340].map((x) => box(x, 120, 10, 126, 5, '#fff3dc')).join('') +
      box(290, 112, 32, 10, 5, '#d9a441') +
      box(322, 112, 32, 10, 5, '#d9a441') +
      rotate('32 470 200', box(456, 76, 28, 62, 10, '#7b3f1a') + box(444, 132, 52, 160, 16, '#e8b46a')) +
      dot(176, 148, 34, '#c62f3b') +
      line('M152 132 q26 16 48 34', '#ffe3e3', 4),
  ],
  tiles: [
    '#ffe0d6',
    '#ff9d94',
    repeat(9, (i) => {
      const fill = ['#5fd6b4', '#fdb92c', '#83c5ff', '#e3a8f2', '#ff7d6e'][(i * 3) % 5] ?? '';
      return box(196 + (i % 3) * 84, 52 + Math.floor(i / 3) * 84, 74, 74, 16, fill, 'stroke="#fff" stroke-width="5"');
    }) + path('M190 338 l-30 -96 52 40 44 -66 44 66 52 -40 -30 96z', '#ffd35a', 'transform="translate(64 8)"'),
  ],
  rickshaw: [
    '#ffefb0',
    '#ffb347',
    box(0, 282, 640, 78, 0, '#4b4460') +
      [40, 220, 400, 560].map((x) => box(x, 316, 90, 10, 5, '#ffe9a8')).join('') +
      path('M176 150 q10 -62 96 -62 h92 q70 0 96 88 l22 60 v40 H168 v-52z', '#ffd23f') +
      path('M200 158 q8 -44 72 -44 h78 q46 0 66 66 H200z', '#2d6a4f') +
      box(214, 132, 88, 62, 10, '#bfe7ff') +
      path('M326 132 h28 q34 0 48 50 q2 12 -8 12 h-68z', '#bfe7ff') +
      [222, 428].map((x) => dot(x, 282, 40, '#2b2540') + dot(x, 282, 17, '#c9c6d8')).join(''),
  ],
  loom: [
    '#fbe3c0',
    '#e9b384',
    [0, 1, 2, 3, 4, 5, 6, 7]
      .map((i) => box(150, 66 + i * 30, 340, 30, 0, ['#b0413e', '#f2c14e', '#3c6e71', '#f7ead4'][i % 4] ?? ''))
      .join('') +
      [0, 1, 2, 3, 4, 5, 6].map((i) => path(`M${166 + i * 46} 141 l23 -22 23 22 -23 22z`, '#fffaf0')).join('') +
      [0, 1, 2, 3, 4, 5, 6].map((i) => path(`M${166 + i * 46} 261 l23 -22 23 22 -23 22z`, '#fffaf0')).join('') +
      box(128, 46, 384, 24, 12, '#7a4a23') +
      box(128, 298, 384, 24, 12, '#7a4a23'),
  ],
  grocery: [
    '#d9f2d0',
    '#8fd19e',
    path('M276 176 q-18 -92 44 -116 q20 56 -10 116z', '#3f8f4f') +
      dot(238, 156, 44, '#e63946') +
      dot(402, 150, 48, '#ff9f1c') +
      path('M330 60 q52 0 44 118 h-64 q-10 -92 20 -118z', '#c98a4b') +
      dot(306, 166, 38, '#ffd35a') +
      path('M160 172 h320 l-30 140 a22 22 0 0 1 -22 18 h-216 a22 22 0 0 1 -22 -18z', '#b97a3f') +
      [0, 1, 2, 3].map((i) => box(206 + i * 62, 196, 18, 112, 9, '#8a5526')).join('') +
      box(148, 160, 344, 34, 17, '#8a5526'),
  ],
  prices: [
    '#d4f1ff',
    '#7fb8f0',
    line('M80 276 L206 208 L306 246 L420 140 L548 84', '#ffffff', 14) +
      [
        [80, 276],
        [206, 208],
        [306, 246],
        [420, 140],
      ]
        .map(([x = 0, y = 0]) => dot(x, y, 15, '#1d4ed8'))
        .join('') +
      rotate(
        '-18 470 200',
        path(
          'M404 130 h106 a16 16 0 0 1 16 16 v124 a16 16 0 0 1 -16 16 h-106 l-60 -66 a14 14 0 0 1 0 -18z',
          '#fdb92c',
        ) +
          dot(376, 208, 13, '#ffffff') +
          box(416, 176, 84, 16, 8, '#7c5200') +
          box(416, 212, 84, 16, 8, '#7c5200'),
      ),
  ],
  quiz: [
    '#ffe9a8',
    '#f7a072',
    box(170, 70, 300, 180, 30, '#17134a') +
      path('M250 244 l-6 62 62 -60z', '#17134a') +
      line('M292 128 q4 -30 34 -28 q32 4 26 34 q-4 16 -26 26 v14', '#fdb92c', 16) +
      dot(326, 210, 11, '#fdb92c') +
      dot(512, 110, 32, '#c62f3b') +
      line('M490 96 q24 14 44 32', '#ffe3e3', 4),
  ],
  metro: [
    '#cfe8ff',
    '#8aa6ff',
    path('M0 300 H640 V360 H0Z', '#33305c') +
      box(120, 78, 400, 214, 44, '#f5f6ff') +
      box(148, 110, 160, 96, 18, '#3c4fe0') +
      box(332, 110, 160, 96, 18, '#3c4fe0') +
      box(120, 226, 400, 22, 0, '#e5484d') +
      dot(176, 268, 14, '#fdb92c') +
      dot(464, 268, 14, '#fdb92c') +
      box(90, 318, 460, 10, 5, '#c9cff5'),
  ],
  news: [
    '#e8e6f5',
    '#b9b4dd',
    rotate(
      '-5 320 190',
      box(150, 62, 340, 250, 16, '#fffdf7') +
        box(178, 88, 284, 30, 6, '#2b2540') +
        box(178, 136, 132, 96, 8, '#f2b84b') +
        repeat(4, (i) => box(330, 138 + i * 26, 132, 12, 6, '#cfcbe6')) +
        box(178, 252, 284, 12, 6, '#cfcbe6') +
        box(178, 278, 220, 12, 6, '#cfcbe6'),
    ),
  ],
  steps: [
    '#d7f7e8',
    '#6fcf97',
    path('M140 262 q6 -54 40 -92 q18 34 62 44 l118 34 q70 18 96 58 q6 26 -26 26 H166 q-26 0 -26 -30z', '#ff6b4a') +
      path('M136 300 h332 q4 34 -34 34 H170 q-34 0 -34 -34z', '#fffaf0') +
      line('M254 214 l-18 26 M290 226 l-18 26 M326 236 l-18 26', '#fffaf0', 9) +
      [0, 1, 2].map((i) => dot(420 + i * 54, 190 - i * 44, 14, '#17796a')).join(''),
  ],
};

const rendered = new Map<string, Promise<Buffer>>();

/** Renders a picture as PNG, 640 by 360; undefined for an unknown name. */
export function renderPicture(name: string): Promise<Buffer> | undefined {
  const scene = Object.hasOwn(SCENES, name) ? SCENES[name] : undefined;
  if (!scene) return undefined;
  let picture = rendered.get(name);
  if (!picture) {
    const [from, to, inside] = scene;
    const svg = [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
      `<linearGradient id="g" x2="0.4" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`,
      `</linearGradient>${box(0, 0, WIDTH, HEIGHT, 0, 'url(#g)')}${dot(560, 40, 150, '#fff', 'opacity=".14"')}`,
      `${dot(60, 340, 120, '#fff', 'opacity=".1"')}${inside}</svg>`,
    ].join('');
    rendered.set(name, (picture = sharp(Buffer.from(svg)).png().toBuffer()));
  }
  return picture;
}
