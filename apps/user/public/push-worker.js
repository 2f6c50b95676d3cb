/**
 * Part of the service worker (installable.ts): shows push messages and opens their links. The data is `PushPayload` of
 * packages/core/src/kernel/mail/pusher.ts. The text comes with the message; nothing is stored.
 */
self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json();
  event.waitUntil(
    (async () => {
      // Browsers revoke the permission after silent pushes, so a notification is shown even with the app open.
      await self.registration.showNotification(title, {
        body,
        tag,
        icon: '/icon.svg',
        badge: '/icon.svg',
        data: { path },
      });
      await self.navigator?.setAppBadge?.().catch(() => undefined);
      for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage({ type: 'PUSHED' }, []);
    })(),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = event.notification.data;
  event.waitUntil(
    (async () => {
      const url = new URL(path, self.location.origin);
      // Only paths within the app.
      const target = url.origin === self.location.origin ? url.href : self.location.origin;
      const pages = await self.clients.matchAll({ type: 'window' });
      // They come in the order of their last focus. An open window is navigated there, so that no second one opens.
      const open = pages.find((page) => page.url === target) ?? pages[0];
      if (!open) return self.clients.openWindow(target);
      await open.focus();
      // Browsers refuse to navigate a page that another worker controls.
      if (open.url !== target) await open.navigate(target).catch(() => self.clients.openWindow(target));
    })(),
  );
});
