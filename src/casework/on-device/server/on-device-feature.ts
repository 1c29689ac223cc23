import type { ServerFeature } from '#platform/server/feature.ts'

/** What a device keeps to work without a connection. The server has only the address of its screen. */
export const onDeviceFeature: ServerFeature = { name: 'on-device', screens: ['onDevice'] }
