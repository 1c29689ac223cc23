/** For the screen of an organization's listings. */
export { WaitingCorrections } from './waiting-corrections.tsx'
