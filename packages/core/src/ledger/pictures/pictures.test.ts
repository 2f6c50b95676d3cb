import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parsePictureId } from '@inaam/contracts/pictures/pictures';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { offerDetail } from '../offers/detail.ts';
import { listOffersForUser } from '../offers/list-for-user.ts';
import { listBrands, saveBrand } from '../vouchers/brands.ts';
import { fetchDuePictures } from './fetch.ts';
import { PictureNotAllowed, resizePicture } from './size.ts';
import { deleteUnusedPictures, readPicture, uploadPicture } from './store.ts';

let core: TestCore;
let server: Server;
let origin: string;
/** Response bodies by path; other paths return 404. */
const answers = new Map<string, Buffer>();
beforeAll(async () => {
  core = await createTestCore();
  server = createServer((request, response) => {
    const body = answers.get(request.url ?? '');
    response.writeHead(body ? 200 : 404).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await core.close();
});

const makePlain = (width: number, height: number, colour = '#c62f3b') =>
  sharp({ create: { width, height, channels: 3, background: colour } });
const fetchDue = () => fetchDuePictures({ ...core.services, outgoingRequestPolicy: { trustedOrigin: origin } });
const getShownPicture = async (userId: number, offerId: number) =>
  (await listOffersForUser(core.services, userId)).offers.find(({ offer_id }) => offer_id === offerId)?.picture;

test('converts a picture to one size and format, without metadata', async () => {
  const photo = await makePlain(1600, 1200)
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
  expect((await sharp(photo).metadata()).exif).toBeDefined();
  const sized = await resizePicture(photo, 'offer');
  const { format, width, height, exif } = await sharp(sized.bytes).metadata();
  expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 640, height: 360, exif: undefined });
  expect(sized.placeholder).toMatch(/^data:image\/webp;base64,/);
  expect(sized.placeholder.length).toBeLessThan(500);
  expect(await resizePicture(photo, 'offer')).toEqual(sized);
});

test('centres an icon without cropping it', async () => {
  const sized = await resizePicture(await makePlain(256, 256, '#00ff00').png().toBuffer(), 'offer');
  const { data, info } = await sharp(sized.bytes).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([640, 360]);
  const middle = (180 * 640 + 320) * info.channels;
  expect(data[middle + 1]).toBeGreaterThan(240);
  expect(data[middle]).toBeLessThan(20);
});

test('treats pictures narrower than 5:4 as icons', async () => {
  /** Returns whether the top tenth of a picture is kept. Cropping a picture to fill the card would remove it. */
  const isTopKept = async (width: number) => {
    const top = await makePlain(width, 10, '#ff0000').png().toBuffer();
    const given = await makePlain(width, 100, '#00ff00')
      .composite([{ input: top, top: 0, left: 0 }])
      .png()
      .toBuffer();
    const { data, info } = await sharp((await resizePicture(given, 'offer')).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const readRed = (y: number) => data[(y * info.width + info.width / 2) * info.channels] ?? 0;
    return Array.from({ length: info.height }, (_, y) => readRed(y)).some((value) => value > 200);
  };
  expect([await isTopKept(124), await isTopKept(125)]).toEqual([true, false]);
});

test('makes a brand’s logo square and keeps its transparency', async () => {
  const wide = await makePlain(400, 100).png().toBuffer();
  const { bytes } = await resizePicture(wide, 'mark');
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 192, height: 192, hasAlpha: true });
});

test.each([
  ['a text', () => Buffer.from('<html>')],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['an empty file', () => Buffer.alloc(0)],
  ['half a picture', async () => (await makePlain(600, 600).png().toBuffer()).subarray(0, 300)],
])('refuses %s', async (_, make) => {
  await expect(resizePicture(await make(), 'offer')).rejects.toThrow(PictureNotAllowed);
});

test('names the limit when a picture has too many pixels', async () => {
  const given = await makePlain(6010, 5000).png().toBuffer();
  await expect(resizePicture(given, 'offer')).rejects.toThrow(
    new PictureNotAllowed('The picture has more than 30 million pixels'),
  );
});

test('fetches a URL once and shows the picture with its offer', async () => {
  answers.set('/a.png', await makePlain(640, 360).png().toBuffer());
  const { offer_id } = await makeOffer(core, { picture_url: `${origin}/a.png` });
  const user = await makeUser(core);
  expect(await getShownPicture(user.id, offer_id)).toBeNull();
  expect(await fetchDue()).toBe(1);
  expect(await fetchDue()).toBe(0);
  const picture = await getShownPicture(user.id, offer_id);
  const bytes = await readPicture(core.kernel, parsePictureId(picture?.url ?? '') ?? '');
  expect(bytes && (await sharp(bytes).metadata()).format).toBe('webp');
  expect((await offerDetail(core.kernel, offer_id)).offer.picture).toBe(picture?.url);
});

test('shows why a fetch failed, and retries it later', async () => {
  const { offer_id } = await makeOffer(core, { picture_url: `${origin}/gone.png` });
  const problem = async () => (await offerDetail(core.kernel, offer_id)).offer.picture_problem;
  await fetchDue();
  expect(await problem()).toBe('The address answered with status 404');
  expect(await fetchDue()).toBe(0);
  await core.database.sql`update picture_fetches set last_tried_at = now() - interval '1 hour'`;
  answers.set('/gone.png', Buffer.from('no picture'));
  await fetchDue();
  expect(await problem()).toBe('The picture cannot be read');
  await core.database.sql`update picture_fetches set last_tried_at = now() - interval '1 hour'`;
  answers.set('/gone.png', await makePlain(64, 36).png().toBuffer());
  await fetchDue();
  expect(await problem()).toBeNull();
});

test('retries after 20 seconds, then at four times the delay, up to a day', async () => {
  const picture_url = `${origin}/never.png`;
  await makeOffer(core, { picture_url });
  await fetchDue();
  const isTriedAfter = async (tries: number, ago: string) => {
    await core.database.sql`
      update picture_fetches set tries = ${tries}, last_tried_at = now() - ${ago}::interval where url = ${picture_url}`;
    await fetchDue();
    const [row] = await core.database.sql`select tries from picture_fetches where url = ${picture_url}`;
    return row?.['tries'] === tries + 1;
  };
  expect([await isTriedAfter(1, '18 seconds'), await isTriedAfter(1, '21 seconds')]).toEqual([false, true]);
  expect([await isTriedAfter(2, '78 seconds'), await isTriedAfter(2, '81 seconds')]).toEqual([false, true]);
  expect([await isTriedAfter(30, '23 hours 59 minutes'), await isTriedAfter(30, '24 hours 1 minute')]).toEqual([
    false,
    true,
  ]);
});

test('refuses URLs in private networks', async () => {
  const { offer_id } = await makeOffer(core, { picture_url: 'https://127.0.0.1/a.png' });
  await fetchDue();
  expect((await offerDetail(core.kernel, offer_id)).offer.picture_problem).toBe(
    'The address is not on the public internet',
  );
});

test('serves an uploaded picture, and deletes unused pictures after a day', async () => {
  const data = (await makePlain(300, 200, '#123456').png().toBuffer()).toString('base64');
  const command = core.as(anyAdmin);
  await expect(uploadPicture(command, { use: 'offer', data: 'AAAA' })).rejects.toMatchObject({
    code: 'BAD_INPUT',
    field: 'data',
  });
  const { picture_url } = await uploadPicture(command, { use: 'offer', data });
  const { picture_url: unused } = await uploadPicture(command, { use: 'mark', data });
  const { offer_id } = await makeOffer(core, { picture_url });
  const user = await makeUser(core);
  expect(await getShownPicture(user.id, offer_id)).toMatchObject({ url: picture_url });
  const read = (url: string) => readPicture(core.kernel, parsePictureId(url) ?? '');
  await core.kernel.runIdempotent(deleteUnusedPictures);
  expect(await read(unused)).toBeDefined();
  const dateBack = async (by: string) => {
    await core.database.sql`update pictures set created_at = now() - ${by}::interval`;
    await core.database.sql`update picture_fetches set last_tried_at = now() - ${by}::interval`;
  };
  await dateBack('23 hours 59 minutes');
  await core.kernel.runIdempotent(deleteUnusedPictures);
  expect(await read(unused)).toBeDefined();
  await dateBack('24 hours 1 minute');
  await core.kernel.runIdempotent(deleteUnusedPictures);
  expect(await read(unused)).toBeUndefined();
  expect(await read(picture_url)).toBeDefined();
});

test('saves a brand’s redemption page and uploaded logo', async () => {
  const data = (await makePlain(90, 90).png().toBuffer()).toString('base64');
  const { picture_url: mark_url } = await uploadPicture(core.as(anyAdmin), { use: 'mark', data });
  const brand = {
    voucher_type: 'zomato',
    voucher_brand: 'Zomato',
    use_url: 'https://www.zomato.com/',
    how_to_use: 'Enter it when you pay.',
  } as const;
  await core.database.sql`
    insert into vouchers (code, code_hash, type, brand, amount_paise, expiry_date)
    values ('sealed:v1:z', 'z', 'zomato', 'Zomato', 500, '2099-01-01')`;
  await saveBrand(core.as(anyAdmin), { ...brand, mark_url, version: 0 });
  expect(await listBrands(core.kernel)).toEqual([{ ...brand, mark_url, version: 1, available: 1 }]);
  // An admin who opened the brand before the save above still sends version 0.
  await expect(saveBrand(core.as(anyAdmin), { ...brand, mark_url: null, version: 0 })).rejects.toMatchObject({
    code: 'VERSION_CHANGED',
  });
  await saveBrand(core.as(anyAdmin), { ...brand, use_url: 'https://zomato.example/', mark_url });
  expect(await listBrands(core.kernel)).toMatchObject([
    { use_url: 'https://zomato.example/', how_to_use: 'Enter it when you pay.', version: 2 },
  ]);
  await expect(
    saveBrand(core.as(anyAdmin), { ...brand, mark_url: `/pictures/${'0'.repeat(32)}.webp` }),
  ).rejects.toMatchObject({ code: 'BAD_INPUT', field: 'mark_url' });
});
