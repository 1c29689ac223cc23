import { mkdirSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

interface Caption {
  at: number
  en: string
  es: string
}

/** Seconds in the format of caption files. */
const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23)

/**
 * Records a journey for the front page's video: `RECORD=<folder>` stores the frames, a list of them for ffmpeg, and the
 * captions in both languages. Without it, nothing is recorded and nothing waits.
 */
export function createRecorder(folder = process.env.RECORD) {
  const frames: { file: string; at: number }[] = []
  const captions: Caption[] = []
  const began = Date.now()
  // Waiting for pages and for the tests themselves is cut out: only the time of captions counts.
  let told = 0
  let last = began
  const shoot = async (page: Page, seconds: number) => {
    if (!folder) return
    mkdirSync(folder, { recursive: true })
    const file = `frame-${String(frames.length).padStart(4, '0')}.png`
    await page.screenshot({ path: `${folder}/${file}` })
    frames.push({ file, at: seconds })
    told += seconds
    last = Date.now()
  }
  return {
    /** Shows a new caption. */
    async tell(page: Page, en: string, es: string, seconds = 3.2) {
      if (!folder) return
      captions.push({ at: told, en, es })
      await shoot(page, seconds)
    },
    /** Another frame with the same caption. */
    show: (page: Page, seconds = 1.6) => shoot(page, seconds),
    finish() {
      if (!folder || last === began) return
      const list = frames.map((f) => `file '${f.file}'\nduration ${f.at}`).join('\n')
      writeFileSync(`${folder}/frames.txt`, `${list}\nfile '${frames.at(-1)?.file}'\n`)
      for (const language of ['en', 'es'] as const) {
        const cues = captions.map((c, i) => `${clock(c.at)} --> ${clock(captions[i + 1]?.at ?? told)}\n${c[language]}`)
        writeFileSync(`${folder}/demo.${language}.vtt`, `WEBVTT\n\n${cues.join('\n\n')}\n`)
      }
    },
  }
}
export type Recorder = ReturnType<typeof createRecorder>
