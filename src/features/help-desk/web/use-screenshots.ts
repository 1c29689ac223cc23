import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findFileMistake } from '#features/files/file-policy.ts'
import { ApiError } from '#platform/web/api.ts'
import { uploadScreenshot } from './ticket-calls.ts'

export interface Screenshot {
  key: number
  file: File
  /** for its preview */
  url: string
  error?: string
}

const isDamaged = (file: File) =>
  createImageBitmap(file).then(
    (image) => {
      image.close()
      return false
    },
    () => true,
  )

/** Chosen pictures: checked at once, uploaded when the form is saved, and each of them only once however often that is tried. */
export function useScreenshots(most: number) {
  const { t } = useTranslation('files')
  const [chosen, setChosen] = useState<Screenshot[]>([])
  const [refused, setRefused] = useState<string[]>([])
  const uploaded = useRef(new Map<number, string>())
  const attached = useRef(new Set<string>())
  const nextKey = useRef(1)
  const urls = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const url of urls.current) URL.revokeObjectURL(url)
    },
    [],
  )

  const add = async (files: File[]) => {
    const good: Screenshot[] = []
    const bad: string[] = []
    for (const file of files) {
      const mistake = findFileMistake(file) ?? ((await isDamaged(file)) ? 'file-damaged' : null)
      if (mistake) {
        bad.push(t(`message.${mistake}`, { fileName: file.name }))
        continue
      }
      const url = URL.createObjectURL(file)
      urls.current.push(url)
      good.push({ key: nextKey.current++, file, url })
    }
    setRefused(bad)
    setChosen((before) => [...before, ...good].slice(-most))
  }
  const remove = (key: number) => setChosen((before) => before.filter((one) => one.key !== key))

  /** @throws what the first failing upload answered, which stands at its picture then */
  const upload = async () => {
    const ids: string[] = []
    for (const { key, file } of chosen) {
      try {
        const id = uploaded.current.get(key) ?? (await uploadScreenshot(file)).id
        uploaded.current.set(key, id)
        ids.push(id)
      } catch (error) {
        const text = error instanceof ApiError && error.errors.length ? error.message : undefined
        setChosen((before) => before.map((one) => (one.key === key && text ? { ...one, error: text } : one)))
        throw error
      }
    }
    return ids
  }
  /** Attaches what an earlier try has not attached yet. */
  const attach = async (ids: string[], attachOne: (fileId: string) => Promise<unknown>) => {
    for (const id of ids) {
      if (attached.current.has(id)) continue
      await attachOne(id)
      attached.current.add(id)
    }
  }
  return { chosen, refused, add, remove, upload, attach, most }
}
