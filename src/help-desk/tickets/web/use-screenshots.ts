import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findFileMistake } from '#identity/files/file-policy.ts'
import { ApiError } from '#platform/web/api.ts'
import { shrinkImage } from './filing/shrink-image.ts'
import { uploadScreenshot } from './ticket-calls.ts'

/** An unattached upload is deleted after a day. */
const UPLOAD_KEPT_MS = 12 * 3_600_000

/** A picture as stored in a draft; with its upload, if it has been uploaded. */
export interface SavedScreenshot {
  file: File
  uploaded?: { id: string; at: number }
}
export interface Screenshot extends SavedScreenshot {
  key: number
  /** for its preview */
  url: string
  error?: string
}
/** A picture that was refused; includes the file if it only needs to be smaller. */
export interface RefusedScreenshot {
  text: string
  tooLarge?: File
}

const isDamaged = (file: File) =>
  createImageBitmap(file).then(
    (image) => {
      image.close()
      return false
    },
    () => true,
  )

/** Object URLs for previews, revoked at the end. */
function useAddresses() {
  const urls = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const url of urls.current) URL.revokeObjectURL(url)
    },
    [],
  )
  return (file: File) => {
    const url = URL.createObjectURL(file)
    urls.current.push(url)
    return url
  }
}

/**
 * Selected pictures: validated immediately, uploaded when the form is saved, and each only once, however often that is
 * tried.
 * @param kept pictures from a draft
 */
export function useScreenshots(most: number, kept: readonly SavedScreenshot[] = []) {
  const { t } = useTranslation(['tickets', 'files'])
  const addressOf = useAddresses()
  const nextKey = useRef(1)
  const make = (one: SavedScreenshot): Screenshot => ({ ...one, key: nextKey.current++, url: addressOf(one.file) })
  const [chosen, setChosen] = useState<Screenshot[]>(() => kept.map(make))
  const [refused, setRefused] = useState<RefusedScreenshot[]>([])
  const [said, setSaid] = useState('')
  const attached = useRef(new Set<string>())
  const change = (key: number, to: Partial<Screenshot>) =>
    setChosen((before) => before.map((one) => (one.key === key ? { ...one, ...to } : one)))

  const add = async (given: File[]) => {
    const files = most === 1 ? given.slice(-1) : given
    const good: Screenshot[] = []
    const bad: RefusedScreenshot[] = []
    for (const file of files) {
      const mistake = findFileMistake(file) ?? ((await isDamaged(file)) ? 'file-damaged' : null)
      if (!mistake) good.push(make({ file }))
      else {
        const text = t(`files:message.${mistake}`, { fileName: file.name })
        bad.push(mistake === 'file-too-large' && !(await isDamaged(file)) ? { text, tooLarge: file } : { text })
      }
    }
    setRefused(bad)
    setSaid(good.map(({ file }) => t('screenshot.added', { fileName: file.name })).join(' '))
    setChosen((before) => [...before, ...good].slice(-most))
  }
  /** Adds a smaller version of a picture that was too large. */
  const addSmaller = async (file: File) => {
    const picture = await createImageBitmap(file)
    const smaller = await shrinkImage(picture, file.name).finally(() => picture.close())
    setSaid(t('screenshot.added', { fileName: smaller.name }))
    setRefused((before) => before.filter(({ tooLarge }) => tooLarge !== file))
    setChosen((before) => [...before, make({ file: smaller })].slice(-most))
  }
  const remove = (key: number) => setChosen((before) => before.filter((one) => one.key !== key))
  /** An earlier upload of it no longer counts. */
  const replace = (key: number, file: File) =>
    setChosen((before) => before.map((one) => (one.key === key ? { key, file, url: addressOf(file) } : one)))

  /** @throws the error of the first failed upload, which is then shown at its picture */
  const upload = async () => {
    const ids: string[] = []
    for (const { key, file, uploaded } of chosen) {
      const isThere = uploaded && Date.now() - uploaded.at < UPLOAD_KEPT_MS
      try {
        const id = isThere ? uploaded.id : (await uploadScreenshot(file)).id
        if (!isThere) change(key, { uploaded: { id, at: Date.now() } })
        ids.push(id)
      } catch (error) {
        if (error instanceof ApiError && error.errors.length) change(key, { error: error.message })
        throw error
      }
    }
    return ids
  }
  /** Attaches what an earlier try has not yet attached. @param before what is already attached */
  const attach = async (
    ids: string[],
    attachOne: (fileId: string) => Promise<unknown>,
    before: readonly string[] = [],
  ) => {
    for (const id of ids) {
      if (attached.current.has(id) || before.includes(id)) continue
      await attachOne(id)
      attached.current.add(id)
    }
  }
  return { chosen, refused, said, add, addSmaller, remove, replace, upload, attach, most }
}
export type Screenshots = ReturnType<typeof useScreenshots>
