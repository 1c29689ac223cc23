/** Loads the WebAuthn library at the first passkey. It takes longer to load than anything else that the server needs. */
export const loadWebAuthn = () => import('@simplewebauthn/server')
