export { Screen as DevicePage } from './device-page.tsx'
export { OfflineFrame } from './offline-frame.tsx'
export { NotHere, OfflineIntake, OfflineList } from './offline-screens.tsx'
