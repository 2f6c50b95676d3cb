import { Monitor, Moon, Sun } from 'lucide-react';
import { useId, useState } from 'react';
import { cx } from './cx.ts';
import { applyTheme, readTheme } from './theme.tsx';
import { uiWords } from './words.ts';

export { applyTheme, readTheme, type Theme } from './theme.tsx';

const choices = [
  { theme: 'system', label: 'themeSystem', Icon: Monitor },
  { theme: 'light', label: 'themeLight', Icon: Sun },
  { theme: 'dark', label: 'themeDark', Icon: Moon },
] as const;

/** Three radio buttons as one segmented control: system, light, dark. */
export function ThemeSwitch({ showLabels = true, className }: { showLabels?: boolean; className?: string }) {
  const name = useId();
  const [theme, setTheme] = useState(readTheme);
  return (
    <fieldset className={cx('inline-flex flex-wrap rounded-control border border-line bg-sunken p-1', className)}>
      <legend className="sr-only">{uiWords().theme}</legend>
      {choices.map(({ theme: choice, label, Icon }) => (
        <label
          key={choice}
          title={uiWords()[label]}
          className={cx(
            'flex min-h-8 min-w-8 grow pointer-coarse:min-h-11 pointer-coarse:min-w-11 items-center justify-center gap-2 rounded-[0.3rem] px-2 text-sm has-focus-visible:outline-2 has-focus-visible:outline-focus',
            theme === choice ? 'bg-surface font-semibold text-text' : 'text-muted hover:text-text',
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice}
            checked={theme === choice}
            onChange={() => {
              applyTheme(choice);
              setTheme(choice);
            }}
            className="sr-only"
          />
          <Icon aria-hidden className="size-4" />
          <span className={showLabels ? undefined : 'sr-only'}>{uiWords()[label]}</span>
        </label>
      ))}
    </fieldset>
  );
}
