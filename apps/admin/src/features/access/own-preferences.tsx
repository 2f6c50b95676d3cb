import { densities } from '@inaam/contracts/preferences/preferences';
import { Checkbox } from '@inaam/ui/checkbox';
import { usePreferences } from '../../app/preferences.ts';
import { SegmentedControl } from '../../page/segmented-control.tsx';

const densityWords = { usual: 'Usual', dense: 'Dense' } as const;

/** Own display preferences and the daily summary mail. */
export function OwnPreferences() {
  const { preferences, set } = usePreferences();
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p id="density">Rows of lists</p>
        <SegmentedControl
          label="Rows of lists"
          options={densities.map((value) => ({ value, label: densityWords[value] }))}
          value={preferences.density}
          onChange={(value) => set({ name: 'density', value })}
        />
      </div>
      <Checkbox
        label="Email me a digest every morning at 7 (IST)"
        checked={preferences.digest}
        onChange={(event) => set({ name: 'digest', value: event.target.checked })}
      />
    </div>
  );
}
