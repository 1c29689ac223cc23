import { answerSchema } from '#casework/intake-forms/answer-value.ts'
import type { FormItem } from '#casework/intake-forms/form-definition.ts'
import { ApiError } from '#platform/web/api.ts'
import { randomUuid } from '#platform/web/random-uuid.ts'
import type { AnswerChange, SavedAnswers, ShownAnswer } from '../intake.ts'

/** A change that the portal has not confirmed yet. */
export type PendingChanges = Record<string, PendingChange>
interface PendingChange {
  value: unknown
  changeId: string
  base: number
  /** Earlier changes of this answer that were sent, and whose answer never came: the portal may have them. */
  after?: string[]
}

export const changesOf = (pending: PendingChanges): AnswerChange[] =>
  Object.entries(pending).map(([item, change]) => ({ item, ...change }))

export interface AnswersNow {
  /** As typed, by question. */
  values: Readonly<Record<string, unknown>>
  /** Also the own answers in `conflicts`, which wait until somebody decides. */
  pending: PendingChanges
  /** What somebody else answered meanwhile; the own answer is in `values`. */
  conflicts: readonly ShownAnswer[]
  /** By question: why an answer cannot be saved. */
  errors: Readonly<Record<string, string>>
  /** `refused`: the intake was completed meanwhile, or is no longer there. */
  state: 'saved' | 'saving' | 'waiting' | 'refused'
  savedOn: string | null
}

interface QueueOptions {
  items: FormItem[]
  answers: ShownAnswer[]
  /** From an earlier sitting in this browser. */
  pending: PendingChanges
  save: (answers: AnswerChange[]) => Promise<SavedAnswers>
  /** Keeps on this device what still waits; the line about where the answers are speaks only afterwards. */
  keep: (pending: PendingChanges) => Promise<unknown>
  onChange: (now: AnswersNow) => void
}

/** An intake's answers after a save. What is in conflict stays as it was until somebody decides. */
export function withSaved(answers: readonly ShownAnswer[], { saved }: SavedAnswers): ShownAnswer[] {
  const newer = new Map(saved.map((answer) => [answer.itemKey, answer]))
  return [...answers.filter(({ itemKey }) => !newer.has(itemKey)), ...newer.values()]
}

/** Whether the same call may succeed later. */
export const isTemporary = (error: unknown) =>
  !(error instanceof ApiError) || [0, 401].includes(error.status) || error.status >= 429

/** A save waits until nothing was typed for this long. */
const PAUSE_MS = 800
const RETRY_MS = 5_000
/** As the portal accepts. */
const MOST_AFTER = 20

/** The portal refused all that was sent, and the caller keeps it elsewhere. */
export class AnswersRefused extends Error {
  override readonly cause: ApiError
  constructor(cause: ApiError) {
    super(cause.message)
    this.cause = cause
  }
}

/**
 * Saves answers as they are given: each change once, in order, again after a failure. What is not confirmed stays in
 * `pending`, which the caller keeps in the browser.
 */
export class AnswerQueue {
  private readonly revisions = new Map<string, number>()
  private readonly options: QueueOptions
  private now: AnswersNow
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> | null = null
  private latest: readonly ShownAnswer[] = []
  private readonly wasSent: Set<string>
  private isStopped = false

  constructor(options: QueueOptions) {
    this.options = options
    const { answers, pending } = options
    for (const { itemKey, revision } of answers) this.revisions.set(itemKey, revision)
    // An earlier sitting may have sent them.
    this.wasSent = new Set(Object.values(pending).map(({ changeId }) => changeId))
    const stored = Object.fromEntries(answers.map(({ itemKey, value }) => [itemKey, value]))
    const waiting = Object.fromEntries(Object.entries(pending).map(([item, { value }]) => [item, value]))
    this.now = {
      ...{ values: { ...stored, ...waiting }, pending, conflicts: [], errors: {} },
      state: Object.keys(pending).length ? 'waiting' : 'saved',
      savedOn:
        answers
          .map(({ answeredOn }) => answeredOn)
          .sort()
          .at(-1) ?? null,
    }
    if (Object.keys(pending).length) this.wait(0)
  }

  get current() {
    return this.now
  }

  /** Records an answer as it is typed; null takes it back. */
  answer(item: string, value: unknown) {
    const question = this.options.items.find(({ key }) => key === item)
    if (!question || this.isStopped) return
    const read = value === null ? { success: true } : answerSchema(question).safeParse(value)
    const other = this.now.conflicts.find(({ itemKey }) => itemKey === item)
    // Whoever types on has seen the other answer.
    if (other) this.revisions.set(item, other.revision)
    const errors = Object.fromEntries(Object.entries(this.now.errors).filter(([path]) => path.split('.')[0] !== item))
    const { [item]: last, ...others } = this.now.pending
    const waiting = last && other ? { value: last.value, changeId: randomUuid(), base: other.revision } : last
    const { base = this.revisions.get(item) ?? 0, after = [], changeId } = waiting ?? {}
    const before = changeId && this.wasSent.has(changeId) ? [...after, changeId].slice(-MOST_AFTER) : after
    const change: PendingChange = { value, changeId: randomUuid(), base, ...(before.length ? { after: before } : {}) }
    // What is typed only in part is not an answer yet; the one before stays, also where it still waits to be saved.
    const kept = read.success ? change : waiting
    const pending = kept ? { ...others, [item]: kept } : others
    this.change({
      values: { ...this.now.values, [item]: value },
      ...{ pending, errors, conflicts: this.now.conflicts.filter((each) => each !== other) },
    })
    // At once, not after a pause: the page may be closed at any moment.
    void this.options.keep(pending)
    if (kept) this.wait(PAUSE_MS)
  }

  /** Takes over what others answered, where nothing waits to be saved. */
  merge(answers: readonly ShownAnswer[]) {
    this.latest = answers
    if (this.running) return
    const typed = this.unfinished()
    const newer = answers.filter(
      ({ itemKey, revision }) =>
        revision > (this.revisions.get(itemKey) ?? 0) &&
        !this.now.pending[itemKey] &&
        !Object.keys(typed).some((path) => path.split('.')[0] === itemKey) &&
        !this.now.conflicts.some((each) => each.itemKey === itemKey),
    )
    if (!newer.length) return
    for (const { itemKey, revision } of newer) this.revisions.set(itemKey, revision)
    const values = Object.fromEntries(newer.map(({ itemKey, value }) => [itemKey, value]))
    this.change({ values: { ...this.now.values, ...values } })
  }

  /** Decides a conflict: the own answer replaces the other one, or is given up. */
  decide(item: string, isMine: boolean) {
    const other = this.now.conflicts.find(({ itemKey }) => itemKey === item)
    if (!other) return
    const mine = this.now.values[item] ?? null
    if (isMine) return this.answer(item, mine)
    this.revisions.set(item, other.revision)
    const { [item]: _, ...pending } = this.now.pending
    this.change({
      ...{ values: { ...this.now.values, [item]: other.value }, pending },
      conflicts: this.now.conflicts.filter((each) => each !== other),
    })
    void this.options.keep(pending)
  }

  /** Questions whose answer is typed only in part, or wrong. */
  unfinished(): Record<string, string> {
    const wrong = this.options.items.flatMap((item) => {
      const value = this.now.values[item.key]
      if (value === null || value === undefined) return []
      const read = answerSchema(item).safeParse(value)
      return (read.error?.issues ?? []).map(({ path, message }) => [[item.key, ...path].join('.'), message])
    })
    return Object.fromEntries(wrong)
  }

  showErrors(errors: Record<string, string>) {
    this.change({ errors })
  }

  /** Saves everything now. @returns whether nothing waits any more */
  async flush() {
    clearTimeout(this.timer)
    while (this.toSend().length) {
      const before = this.now.pending
      this.running ??= this.saveOnce().finally(() => {
        this.running = null
        this.merge(this.latest)
      })
      await this.running
      if (this.now.pending === before) break
    }
    await this.running
    return Object.keys(this.now.pending).length === 0 && this.now.conflicts.length === 0
  }

  /** Ends after a last `flush`. What it could not save is kept already, and is sent without it. */
  stop() {
    this.isStopped = true
    clearTimeout(this.timer)
  }

  /** Ends without saving what waits; resolves when nothing is being sent any more. */
  async discard() {
    this.stop()
    this.change({ pending: {}, state: 'saved' })
    await this.running
  }

  private change(changed: Partial<AnswersNow>) {
    this.now = { ...this.now, ...changed }
    this.options.onChange(this.now)
  }

  private wait(time: number) {
    clearTimeout(this.timer)
    if (this.isStopped) return
    this.timer = setTimeout(() => void this.flush(), time)
  }

  /** What is in conflict waits until somebody decides. */
  private toSend() {
    const undecided = new Set(this.now.conflicts.map(({ itemKey }) => itemKey))
    return Object.entries(this.now.pending).filter(([item]) => !undecided.has(item))
  }

  private async saveOnce() {
    const sent = this.toSend()
    for (const [, { changeId }] of sent) this.wasSent.add(changeId)
    this.change({ state: 'saving' })
    try {
      await this.confirm(sent, await this.options.save(changesOf(Object.fromEntries(sent))))
    } catch (error) {
      await this.failed(error, sent)
    }
  }

  /** What changed again while it was being saved still waits. */
  private without(sent: [string, { changeId: string }][]) {
    const done = new Set(sent.map(([, { changeId }]) => changeId))
    return Object.fromEntries(Object.entries(this.now.pending).filter(([, { changeId }]) => !done.has(changeId)))
  }

  private async confirm(sent: [string, { value: unknown; changeId: string }][], { saved, conflicts }: SavedAnswers) {
    const revisions = new Map(saved.map(({ itemKey, revision }) => [itemKey, revision]))
    for (const [item, revision] of revisions) this.revisions.set(item, revision)
    const undecided = new Set(conflicts.map(({ itemKey }) => itemKey))
    const confirmed = sent.filter(([item]) => !undecided.has(item))
    // What was typed meanwhile continues from what was just saved.
    const pending = Object.fromEntries(
      Object.entries(this.without(confirmed)).map(([item, change]) => {
        const base = revisions.get(item)
        return [item, base === undefined ? change : { value: change.value, changeId: change.changeId, base }]
      }),
    )
    this.change({
      pending,
      conflicts: [...this.now.conflicts.filter(({ itemKey }) => !undecided.has(itemKey)), ...conflicts],
    })
    // A reload must not find an older answer here and send it again.
    await this.options.keep(this.now.pending)
    this.change({ state: 'saved', savedOn: new Date().toISOString() })
  }

  private async failed(failure: unknown, sent: [string, { value: unknown; changeId: string }][]) {
    const isKeptApart = failure instanceof AnswersRefused
    const error = isKeptApart ? failure.cause : failure
    // After a 401, the person signs in again, over this screen or on the front page.
    if (isTemporary(error)) {
      // A newer queue may have kept newer answers meanwhile.
      if (this.isStopped) return
      await this.options.keep(this.now.pending)
      this.change({ state: 'waiting' })
      this.wait(RETRY_MS)
      return
    }
    if (!(error instanceof ApiError) || error.status !== 400 || !error.errors.length)
      return this.change({ state: 'refused', ...(isKeptApart && { pending: this.without(sent) }) })
    const wrong = error.errors.map(({ path, message }) => {
      const [, at = '', , ...rest] = path.split('.')
      return { item: sent[Number(at)]?.[0] ?? '', rest, message }
    })
    // The others are saved without them.
    const refused = sent.filter(([item]) => wrong.some((each) => each.item === item))
    this.change({
      pending: this.without(isKeptApart ? sent : refused),
      errors: Object.fromEntries(wrong.map(({ item, rest, message }) => [[item, ...rest].join('.'), message])),
      state: 'saved',
    })
    if (!refused.length) this.change({ state: 'refused' })
  }
}
