/** The browser's offer to install the portal as an app, which public/early.js saves. */
export interface InstallPrompt {
  prompt: () => Promise<unknown>
}
export const installPrompt = () => (globalThis as unknown as { installPrompt?: InstallPrompt }).installPrompt ?? null
