/** Lets the browser keep a text as a file. @param type its media type: `text/csv` */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Once the download has begun, which the browser does not tell.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
