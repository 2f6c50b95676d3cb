import { Checkbox } from '@inaam/ui/checkbox';
import { useId } from 'react';

/** The second confirmation before admins block the IP address that they are signed in from. */
export function ConfirmOwnAddress({
  label,
  ticked,
  missed,
  onTick,
}: {
  label: string;
  ticked: boolean;
  /** True after the form was submitted without ticking the box. */
  missed: boolean;
  onTick: (ticked: boolean) => void;
}) {
  const problemId = useId();
  return (
    <div>
      <Checkbox
        label={label}
        checked={ticked}
        aria-invalid={missed || undefined}
        aria-describedby={missed ? problemId : undefined}
        onChange={(event) => onTick(event.target.checked)}
      />
      {missed && (
        <p id={problemId} role="alert" className="text-sm text-bad">
          Select the checkbox to block your own address
        </p>
      )}
    </div>
  );
}
