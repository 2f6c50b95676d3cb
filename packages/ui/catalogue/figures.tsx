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
        lamps="rest"
        hub="SPIN"
        wedges={[
          { label: '₹5', from: 0, to: 60, colour: 0 },
          { label: 'Try Again', from: 60, to: 90, colour: 'rest' },
          { label: '₹50', from: 90, to: 104, colour: 1 },
          { label: 'Try Again', from: 104, to: 130, colour: 'rest' },
          { label: '₹10,000', from: 130, to: 130.36, colour: 2 },
          { label: 'Try Again', from: 130.36, to: 170, colour: 'rest' },
          { label: '₹10', from: 170, to: 200, colour: 3 },
          { label: '₹20', from: 200, to: 240, colour: 4 },
          { label: 'Try Again', from: 240, to: 300, colour: 'rest' },
          { label: 'Try Again', from: 300, to: 360, colour: 'rest' },
        ]}
      />
      <Wheel
        className="w-64"
        lamps="rest"
        lit={0}
        wedges={[
          { label: '₹5', from: 0, to: 180, colour: 0 },
          { label: 'Try Again', from: 180, to: 360, colour: 'rest' },
        ]}
      />
      <Wheel className="w-64" wedges={[{ label: 'Try Again', from: 0, to: 360, colour: 'rest' }]} />
    </>
  ),
};
