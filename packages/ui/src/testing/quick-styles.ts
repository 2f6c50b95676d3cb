/**
 * Replaces `getComputedStyle` by a faster function. It takes `display` and `visibility` from inline styles and the tag.
 * Other properties that axe reads of every element come from inline styles alone. Each query by role reads `display`
 * and `visibility` of every element and its parents. For each of them, happy-dom would match every rule of the toasts'
 * stylesheet, which hides nothing.
 */

/** Tags that browsers do not show: the HTML standard, section 15.3.1 'Hidden elements'. */
const HIDDEN_TAGS = new Set('BASE DATALIST HEAD LINK META PARAM RP SCRIPT STYLE TEMPLATE TITLE'.split(' '));

function getDisplay(element: HTMLElement): string {
  const display = element.hasAttribute('style') ? element.style.display : '';
  if (display !== '') return display;
  const isHidden = HIDDEN_TAGS.has(element.tagName) || (element.tagName === 'DIALOG' && !element.hasAttribute('open'));
  return isHidden ? 'none' : 'block';
}

/** `visibility` is inherited, unlike `display`. */
function getVisibility(element: HTMLElement): string {
  for (let each: HTMLElement | null = element; each; each = each.parentElement) {
    const visibility = each.hasAttribute('style') ? each.style.visibility : '';
    if (visibility !== '') return visibility;
  }
  return 'visible';
}

const QUICK = new Map([
  ['display', getDisplay],
  ['visibility', getVisibility],
]);

/** Properties that are not inherited and do not depend on the tag. */
const INLINE = new Set('clip clip-path content-visibility height opacity overflow position width'.split(' '));

function replaceComputedStyles(view: Window & typeof globalThis): void {
  const compute = view.getComputedStyle.bind(view);
  const styles = new WeakMap<Element, CSSStyleDeclaration>();
  view.getComputedStyle = (element) => {
    const known = styles.get(element);
    if (known) return known;
    const read = (name: string) =>
      INLINE.has(name)
        ? (element as HTMLElement).style.getPropertyValue(name)
        : QUICK.get(name)?.(element as HTMLElement);
    const style = new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => {
        if (name === 'getPropertyValue')
          return (property: string) => read(property) ?? compute(element).getPropertyValue(property);
        return (typeof name === 'string' ? read(name) : undefined) ?? Reflect.get(compute(element), name);
      },
    });
    styles.set(element, style);
    return style;
  };
}

// A test file may choose Node's environment, which has no document.
const view = 'document' in globalThis ? document.defaultView : null;
if (view) replaceComputedStyles(view);
