import { configuration } from '#platform/web/configuration.ts'

/** Whether this browser can use passkeys at this address. */
export const worksHere = () => configuration().passkeyOrigin === location.origin && 'PublicKeyCredential' in window
