import 'altcha/altcha.css'
import 'altcha/external'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'

declare const $altcha: { algorithms: Map<string, () => Worker> }
$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker())
