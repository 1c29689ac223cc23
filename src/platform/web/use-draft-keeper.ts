import { useEffect, useRef, useState } from 'react'
import { draftOwner, forgetDraft, saveDraft } from './drafts.ts'

const PAUSE_MS = 300

/**
 * Saves a draft shortly after each change, and when the page is left.
 * @param value must be the same object as long as nothing in it changed; null if there is nothing worth saving
 */
export function useSavedDraft(name: string, value: object | null) {
  const [owner] = useState(draftOwner)
  const last = useRef({ value, isKept: true, isOver: false })
  useEffect(() => {
    const state = last.current
    const keep = () => {
      if (state.isKept || state.isOver) return
      state.isKept = true
      void (state.value ? saveDraft(owner, name, state.value) : forgetDraft(owner, name))
    }
    const onHide = () => document.visibilityState === 'hidden' && keep()
    addEventListener('pagehide', keep)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      keep()
      removeEventListener('pagehide', keep)
      document.removeEventListener('visibilitychange', onHide)
    }
  }, [owner, name])
  useEffect(() => {
    const state = last.current
    if (state.value === value) return
    Object.assign(state, { value, isKept: false })
    const timer = setTimeout(() => {
      if (state.isOver) return
      state.isKept = true
      void (value ? saveDraft(owner, name, value) : forgetDraft(owner, name))
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [owner, name, value])
  return {
    /** It has been saved, or discarded. */
    forget: () => {
      last.current.isOver = true
      return forgetDraft(owner, name)
    },
  }
}
