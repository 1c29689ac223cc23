/** Loads the WebAuthn library for the first passkey. It takes longer to load than anything else on the server. */
export const loadWebAuthn = () => import('@simplewebauthn/server')
