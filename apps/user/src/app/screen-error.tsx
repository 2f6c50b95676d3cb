import { buttonClass } from '@inaam/ui/button';
import { uiWords } from '@inaam/ui/words';
import { app as words } from '../words/words.ts';

/**
 * Shown instead of a screen that crashed or could not be loaded (no network, or a newer version is out). Offers a
 * reload. Appears inside the shell if possible. It is part of the first load, so it imports as little as possible.
 */
export const ScreenError = () => (
  <div role="alert" className="mx-auto max-w-md p-4 pt-16 text-center">
    <h1 className="text-lg">{uiWords().broken}</h1>
    <p className="mt-1 mb-5 text-muted">{words.checkConnection}</p>
    <button type="button" className={buttonClass({ variant: 'primary' })} onClick={() => location.reload()}>
      {words.reload}
    </button>
  </div>
);
