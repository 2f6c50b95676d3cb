/**
 * Part of the service worker (installable.ts): shows what is pushed, and opens what it is about. What comes is
 * `PushPayload` of packages/core/src/kernel/mail/pusher.ts. The words come with it; nothing of it is kept.
 */
self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json();
  event.waitUntil(
    (async () => {
      // Browsers that are told in secret take the permission away, so it is shown also where the app is open.
      await self.registration.showNotification(title, {
        body,
        tag,
        icon: '/icon.svg',
        badge: '/icon.svg',
        data: { path },
      });
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
      // Only ways within the app.
      const target = url.origin === self.location.origin ? url.href : self.location.origin;
      const pages = await self.clients.matchAll({ type: 'window' });
      const open = pages.find((page) => page.url === target);
      await (open ? open.focus() : self.clients.openWindow(target));
    })(),
  );
});
