import { Component, type ReactNode } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { uiWords } from './words.ts';

interface CrashBoundaryProps {
  children?: ReactNode;
  /** What is shown instead; by default a banner with a button that renders the children again. */
  fallback?: ReactNode;
}

/**
 * Limits a rendering error to the children of the boundary: the rest of the page stays. React logs the error.
 */
export class CrashBoundary extends Component<CrashBoundaryProps, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError = () => ({ hasCrashed: true });

  readonly #retry = () => this.setState({ hasCrashed: false });

  override render(): ReactNode {
    if (!this.state.hasCrashed) return this.props.children;
    const { fallback } = this.props;
    return fallback === undefined ? <BrokenPart onRetry={this.#retry} /> : fallback;
  }
}

const BrokenPart = ({ onRetry }: { onRetry: () => void }) => (
  <Banner
    tone="error"
    title={uiWords().broken}
    action={
      <Button small onClick={onRetry}>
        {uiWords().retry}
      </Button>
    }
  />
);
