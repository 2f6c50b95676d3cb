/**
 * Imitates Chrome's translation: each text node is replaced by two nested `font` elements around a new text node.
 * Described in https://github.com/facebook/react/issues/11538 and https://github.com/facebook/react/issues/22702
 * @param root the translated part; its texts stay the same
 */
export function translate(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const parent = text.parentElement;
    if (!text.data.trim() || !parent || parent.closest('font, script, style, textarea, svg, [translate=no]')) continue;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.append(text.data);
    outer.append(inner);
    text.replaceWith(outer);
  }
}
