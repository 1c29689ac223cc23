/** What the sign-in form loads when its passkey button is pressed: small, and without the component library. */
export { failureOf, signInWithPasskey } from './passkey-ceremony.ts'
