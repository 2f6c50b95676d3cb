import { densities } from '@inaam/contracts/preferences/preferences';
import { Checkbox } from '@inaam/ui/checkbox';
import { usePreferences } from '../../app/preferences.ts';
import { SegmentedControl } from '../../page/segmented-control.tsx';

const densityLabels = { comfortable: 'Comfortable', compact: 'Compact' } as const;

/** The signed-in admin's display preferences, and whether the admin gets the daily summary mail. */
export function OwnPreferences() {
  const { preferences, set } = usePreferences();
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p id="density">Row density</p>
        <SegmentedControl
          label="Row density"
          options={densities.map((value) => ({ value, label: densityLabels[value] }))}
          value={preferences.density}
          onChange={(value) => set({ name: 'density', value })}
        />
      </div>
      <Checkbox
        label="E-mail me a daily summary at 7:00 IST"
        checked={preferences.digest}
        onChange={(event) => set({ name: 'digest', value: event.target.checked })}
      />
    </div>
  );
}
