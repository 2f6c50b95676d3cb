import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PictureUpload } from './picture-upload.tsx';

test('refuses a file above the size limit without decoding it, and names the file', async () => {
  const upload = vi.fn();
  const decode = vi.fn();
  vi.stubGlobal('createImageBitmap', decode);
  render(<PictureUpload what="Picture" use="offer" value="" onChange={() => {}} upload={upload} />);
  const file = new File(['x'], 'tea.png', { type: 'image/png' });
  Object.defineProperty(file, 'size', { value: 37_000_000 });
  fireEvent.change(screen.getByLabelText('Picture: choose a file'), { target: { files: [file] } });
  expect((await screen.findByRole('alert')).textContent).toBe('tea.png is too large (37 MB). The limit is 20 MB.');
  expect([decode.mock.calls, upload.mock.calls]).toEqual([[], []]);
  vi.unstubAllGlobals();
});
