import { MAX_RADIUS_MILES, type Relaxed } from './service-search.ts'

/** What takes a condition out of a search, by the names of its parameters; the words stay as they are. */
export const leaveOut: Record<Exclude<Relaxed, 'words'>, Record<string, string>> = {
  distance: { radius: String(MAX_RADIUS_MILES) },
  place: { near: '', radius: '' },
  openNow: { openNow: '' },
  free: { free: '' },
  language: { language: '' },
  takesPeople: { takesPeople: '' },
  takesReferrals: { takesReferrals: '' },
  category: { category: '', need: '' },
  bbox: { bbox: '' },
}
