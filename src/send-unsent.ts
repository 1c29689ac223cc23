/** Sends what this device still has to send; the code loads when it is needed. */
export const sendUnsent = async () => (await import('#casework/intakes/web/offline-public.ts')).sendWaiting()
