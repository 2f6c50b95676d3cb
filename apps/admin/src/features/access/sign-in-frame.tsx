import { Card } from '@inaam/ui/card';
import { ThemeSwitch } from '@inaam/ui/theme-switch';
import type { ReactNode } from 'react';
import { Logo, useBrandName } from '../../app/shell/brand.tsx';

/** The layout of forms before sign-in. */
export function SignInFrame({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  const brand = useBrandName();
  return (
    <main className="mx-auto grid min-h-dvh max-w-sm content-center gap-6 p-4">
      <title>{`${title} · Admin`}</title>
      <p className="flex items-center justify-center gap-3 text-base font-semibold">
        <Logo />
        <span>
          {brand} <span className="font-normal text-muted">Admin</span>
        </span>
      </p>
      <Card className="grid gap-5 p-6!">
        <div>
          <h1 className="text-lg">{title}</h1>
          <p className="text-sm text-muted">{lead}</p>
        </div>
        {children}
      </Card>
      <div className="text-center">
        <ThemeSwitch showLabels={false} />
      </div>
    </main>
  );
}
