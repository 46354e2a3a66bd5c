import type { PushDevice } from '../../lib/client/session/push.store.ts';
import { worker } from '../shell/worker.ts';

/** Notifications of a real browser, which its service worker shows (`public/capture-worker.js`). */
export const browserPush: PushDevice = {
  async look() {
    if (!isSecureContext) return 'insecure';
    if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
      // Only there a page knows whether it is an installed one.
      return 'standalone' in navigator && navigator.standalone === false ? 'install' : 'unsupported';
    if (Notification.permission === 'denied') return 'blocked';
    const found = await navigator.serviceWorker.getRegistration('/');
    const subscription = await found?.pushManager.getSubscription();
    return subscription && Notification.permission === 'granted' ? 'subscribed' : 'off';
  },
  async subscribe(key) {
    const permission = await Notification.requestPermission();
    if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'dismissed';
    if (!(await worker())) return 'refused';
    try {
      const there = await navigator.serviceWorker.ready;
      // One that was made for another key, or for whoever was signed in here before, is of no use.
      await (await there.pushManager.getSubscription())?.unsubscribe();
      const made = await there.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
      const { endpoint = '', keys = {} } = made.toJSON();
      return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' };
    } catch {
      return 'refused';
    }
  },
  async unsubscribe() {
    const found = await navigator.serviceWorker.getRegistration('/');
    await (await found?.pushManager.getSubscription())?.unsubscribe();
  },
};
