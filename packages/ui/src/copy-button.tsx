import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { uiWords } from './words.ts';

const SHOWN_MS = 2000;

/** Copies without the Clipboard API: it is missing on plain http except on localhost, and the browser may refuse it. */
function copyBySelection(text: string, near: HTMLElement): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'sr-only';
  // Placed next to the button, because a modal dialog does not let the focus leave the dialog.
  near.after(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
    near.focus();
  }
}

export interface CopyButtonProps extends Omit<ButtonProps, 'value' | 'onClick' | 'busy' | 'busyLabel'> {
  value: string;
  /** The text of the button, such as 'Copy Code'; 'Copy' by default. */
  label?: string;
  /** What is copied, for screen readers: 'voucher code'. */
  what?: string;
}

/** Copies a text, shows 'Copied' for two seconds and announces it. */
export function CopyButton({ value, label = uiWords().copy, what, small = true, ...rest }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'' | 'copied' | 'copyFailed'>('');
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    let copied: boolean;
    try {
      await navigator.clipboard.writeText(value);
      copied = true;
    } catch {
      copied = button.current ? copyBySelection(value, button.current) : false;
    }
    setOutcome(copied ? 'copied' : 'copyFailed');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOutcome(''), SHOWN_MS);
  };
  const Icon = outcome === 'copied' ? Check : Copy;
  const outcomeText = outcome && uiWords()[outcome];
  return (
    <>
      <Button
        {...rest}
        ref={button}
        small={small}
        onClick={() => void copy()}
        icon={<Icon aria-hidden className="size-4 shrink-0" />}
      >
        {outcomeText || label}
        {what && !outcome && <span className="sr-only"> {what}</span>}
      </Button>
      <span role="status" className="sr-only">
        {outcomeText}
      </span>
    </>
  );
}
