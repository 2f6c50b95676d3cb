/** What a view keeps of a list's address: filters, order and size. Which page and which panel are of the moment. */
export function viewSearch(searchStr: string): string {
  const params = new URLSearchParams(searchStr);
  params.delete('page');
  params.delete('panel');
  return params.toString();
}

/**
 * A list is called as its page is: `/admin/offers` is `offers`. All records of a kind share the views of the lists in
 * them.
 */
export const listName = (pathname: string): string =>
  pathname
    .split('/')
    .filter((segment) => segment !== '' && !/^\d+$/.test(segment))
    .at(-1) ?? '';
