import { Ticket } from 'lucide-react';
import { Badge } from '../src/badge.tsx';
import { Card } from '../src/card.tsx';
import { Skeleton } from '../src/skeleton.tsx';
import { Stat, StatBand, StatRow } from '../src/stat.tsx';
import { StatusDot } from '../src/status-dot.tsx';
import { Wheel } from '../src/wheel.tsx';
import { LONG, UNBROKEN } from './texts.ts';

const TONES = ['neutral', 'accent', 'good', 'warn', 'bad', 'info'] as const;

export const figures = {
  badge: () => (
    <>
      {TONES.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      <Badge>{UNBROKEN}</Badge>
    </>
  ),
  card: () => (
    <>
      <Card>A card: {LONG}</Card>
      <Card flush>
        <div className="bg-sunken p-card">Flush: what is in it reaches the edge.</div>
      </Card>
    </>
  ),
  stat: () => (
    <div className="grid w-full gap-4">
      <StatRow className="grid-cols-2 sm:grid-cols-4">
        <Stat label="Clicks" value="12,34,567" note="3 % more than last week" />
        <Stat label="Owed wins" value="4" highlight icon={<Ticket aria-hidden className="size-4" />} />
        <Stat label={LONG} value="₹12,34,56,789.00" />
        <Stat label="Nothing yet" value="–" />
      </StatRow>
      <StatBand
        stats={[
          { label: 'Clicks', value: '12,34,567' },
          { label: 'Spins', value: '1,234' },
          { label: 'Wins', value: '98', highlight: true },
          { label: 'Vouchers', value: '0' },
        ]}
      />
    </div>
  ),
  'status-dot': () => (
    <>
      {TONES.map((tone) => (
        <StatusDot key={tone} tone={tone}>
          {tone}
        </StatusDot>
      ))}
      <StatusDot tone="warn" wrap>
        {LONG}
      </StatusDot>
    </>
  ),
  skeleton: () => (
    <>
      <Skeleton className="h-6 w-40" />
      <Skeleton className="size-14 rounded-full" />
    </>
  ),
  wheel: () => (
    <>
      <Wheel
        className="w-64"
        rotation={-30}
        slices={[
          { label: '₹5', start: 0, end: 60 },
          { label: '₹10', start: 60, end: 90 },
          { label: '₹50', start: 90, end: 104 },
          { label: '₹100', start: 104, end: 104.36 },
          { label: 'Try Again', start: 104.36, end: 360, rest: true },
        ]}
      />
      <Wheel className="w-64" slices={[{ label: 'Try Again', start: 0, end: 360, rest: true }]} />
    </>
  ),
};
