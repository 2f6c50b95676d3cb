import { useState } from 'react';

const KEY = 'adminSidebar';
/** Below this the table needs the room more than the words of the sidebar do. */
const ROOMY = '(min-width: 1100px)';

function initial(): boolean {
  try {
    const stored = localStorage.getItem(KEY);
    if (stored) return stored === 'collapsed';
  } catch {
    // Storage is refused: the width decides each time.
  }
  return !matchMedia(ROOMY).matches;
}

/** Whether the sidebar is collapsed; kept on this device. */
export function useCollapsed(): [collapsed: boolean, toggle: () => void] {
  const [collapsed, setCollapsed] = useState(initial);
  const toggle = () => {
    setCollapsed(!collapsed);
    try {
      localStorage.setItem(KEY, collapsed ? 'expanded' : 'collapsed');
    } catch {
      // As above.
    }
  };
  return [collapsed, toggle];
}
