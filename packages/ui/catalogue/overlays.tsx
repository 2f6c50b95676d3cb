import { type ReactNode, useState } from 'react';
import { AlertDialog } from '../src/alert-dialog.tsx';
import { Banner } from '../src/banner.tsx';
import { Button } from '../src/button.tsx';
import { Dialog } from '../src/dialog.tsx';
import { Field } from '../src/field.tsx';
import { Menu } from '../src/menu.tsx';
import { Popover } from '../src/popover.tsx';
import { Sheet } from '../src/sheet.tsx';
import { TopDialog } from '../src/top-dialog.tsx';
import { LONG } from './texts.ts';

/** With `?open=dialog` in the URL, the dialog is open from the start, so that a link can lead to an overlay. */
const isOpenInAddress = (name: string) => new URLSearchParams(location.search).get('open') === name;

function ToggledOverlay({
  name,
  children,
}: {
  name: string;
  children: (open: boolean, set: (open: boolean) => void) => ReactNode;
}) {
  const [open, setOpen] = useState(() => isOpenInAddress(name));
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open {name}</Button>
      {children(open, setOpen)}
    </>
  );
}

function PopoverEntry() {
  const [open, setOpen] = useState(() => isOpenInAddress('popover'));
  return (
    <Popover label="Filters" open={open} onOpenChange={setOpen} trigger={<Button>Open popover</Button>}>
      {LONG}
    </Popover>
  );
}

export const overlays = {
  dialog: () => (
    <>
      <ToggledOverlay name="dialog">
        {(open, set) => (
          <Dialog
            open={open}
            onOpenChange={set}
            title={LONG}
            description="A sheet from below on phones."
            footer={<Button variant="primary">Save</Button>}
          >
            <Field label="Title" />
          </Dialog>
        )}
      </ToggledOverlay>
      <ToggledOverlay name="side">
        {(open, set) => (
          <Dialog open={open} onOpenChange={set} title="At the side" place="side" wide>
            {LONG}
          </Dialog>
        )}
      </ToggledOverlay>
    </>
  ),
  'alert-dialog': () => (
    <ToggledOverlay name="alert-dialog">
      {(open, set) => (
        <AlertDialog
          open={open}
          onOpenChange={set}
          title={`Deactivate “${LONG}”?`}
          description="Nobody can start it any more. Completions and spins stay."
          confirmLabel="Deactivate"
          danger
          onConfirm={() => set(false)}
        >
          <Banner tone="error">It was changed by somebody else meanwhile.</Banner>
        </AlertDialog>
      )}
    </ToggledOverlay>
  ),
  sheet: () => (
    <ToggledOverlay name="sheet">
      {(open, set) => (
        <Sheet open={open} onOpenChange={set} title="Navigation">
          <nav aria-label="Main" className="grid gap-1 p-4 pt-14">
            <a href="#sheet">Offers</a>
            <a href="#sheet">{LONG}</a>
          </nav>
        </Sheet>
      )}
    </ToggledOverlay>
  ),
  'top-dialog': () => (
    <ToggledOverlay name="top-dialog">
      {(open, set) =>
        open && (
          <TopDialog title="Find anything" onClose={() => set(false)}>
            <div className="p-4">
              <Field label="Search" hideLabel placeholder="Search" />
            </div>
          </TopDialog>
        )
      }
    </ToggledOverlay>
  ),
  popover: PopoverEntry,
  menu: () => (
    <Menu
      trigger={<Button>Open menu</Button>}
      items={[
        { id: 'edit', label: 'Edit', keys: 'e', onSelect: () => {} },
        { id: 'long', label: LONG, onSelect: () => {} },
        { id: 'delete', label: 'Delete', danger: true, onSelect: () => {} },
      ]}
    />
  ),
};
