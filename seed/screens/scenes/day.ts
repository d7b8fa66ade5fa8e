import { type Icon, icon } from '../drawings/icons.ts'
import { seal, star } from '../drawings/stars.ts'
import { html } from '../html.ts'
import { statusBar, tabBar } from '../phone.ts'
import type { Scene } from '../scene.ts'

const horizon = 196
const center = 195
const radius = 158

/** Returns the position of the sun on its arc from sunrise to sunset, for a time of day in hours. */
function sunAt(hour: number): [x: number, y: number] {
  const angle = Math.PI * (1 - (hour - 6.47) / (20.33 - 6.47))
  return [center + radius * Math.cos(angle), horizon - radius * Math.sin(angle)]
}

const prayers: [string, string, number][] = [
  ['Dhuhr', '1:24', 13.4],
  ['Asr', '5:06', 17.1],
]

const plan: [time: string, title: string, text: string, hue: string, name: Icon][] = [
  ['4:15', 'Math for Zayd', 'Idris Celik, by video', 'professionals', 'video'],
  ['5:06', 'Asr', '', '', 'sun'],
  ['5:30', 'Bread is ready', 'Noor Bakery, pickup', 'local', 'bag'],
  ['7:00', 'Table for six', 'Saffron House, family room', 'eats', 'plate'],
  ['8:20', 'Maghrib', '', '', 'moon'],
  ['9:10', 'Ride home', 'Yusuf Kamara, quiet', 'rides', 'car'],
]

const entry = ([time, title, text, hue, name]: (typeof plan)[number]) => {
  if (!hue) {
    return html`<div class="row gold" style="height:32px; gap:12px">
      <span class="num b s" style="width:36px">${time}</span>${star(16)}<span class="b s">${title}</span>
      <span class="grow" style="height:1px; background:currentColor; opacity:.35"></span>
    </div>`
  }
  return html`<div class="row" data-hue="${hue}" style="gap:12px">
    <span class="num s m" style="width:36px">${time}</span>
    <div class="cut row grow" style="--cut:10px; padding:11px 14px; background:var(--tint)">
      <div class="grow"><p class="b" style="font-size:15px">${title}</p><p class="xs m">${text}</p></div>
      <span class="hue">${icon(name)}</span>
    </div>
  </div>`
}

/** A day plan with the prayer times. */
export const day: Scene = {
  name: 'day',
  theme: 'dark',
  markup: html`
    ${statusBar('3:42')}
    <svg class="abs" style="top:40px; z-index:-1" width="390" height="250" viewBox="0 0 390 250">
      <path d="M${center - radius} ${horizon}A${radius} ${radius} 0 0 1 ${center + radius} ${horizon}Z" fill="var(--surface)" />
      <path d="M${center - radius} ${horizon}A${radius} ${radius} 0 0 1 ${sunAt(15.7).join(' ')}" fill="none" stroke="oklch(0.81 0.148 79)" stroke-width="3" />
      <path d="M${sunAt(15.7).join(' ')}A${radius} ${radius} 0 0 1 ${center + radius} ${horizon}" fill="none" stroke="var(--line)" stroke-width="3" stroke-dasharray="2 7" />
      <path d="M0 ${horizon}H390" stroke="var(--line)" />
      ${prayers.map(([name, time, hour]) => {
        const [x, y] = sunAt(hour)
        return html`<circle cx="${x}" cy="${y}" r="5" fill="var(--page)" stroke="oklch(0.81 0.148 79)" stroke-width="2.5" />
          <text x="${x + (hour > 15 ? 14 : 0)}" y="${y - (hour > 15 ? 2 : 16)}" ${hour < 15 && 'text-anchor="middle"'} font-size="13" font-weight="600" fill="var(--ink)">${name}</text>
          ${hour > 15 && html`<text x="${x + 14}" y="${y + 14}" font-size="12" fill="var(--muted)">${time}</text>`}`
      })}
      <svg x="${sunAt(15.7)[0] - 21}" y="${sunAt(15.7)[1] - 21}" width="42" height="42">${seal(42, '', ['oklch(0.81 0.148 79)', ''])}</svg>
      <text x="37" y="218" text-anchor="middle" font-size="12" fill="var(--muted)">6:28</text>
      <text x="353" y="218" text-anchor="middle" font-size="12" fill="var(--muted)">8:20</text>
    </svg>
    <div style="margin-top:76px; text-align:center">
      <p class="s m">Asr in</p>
      <p class="display num" style="font-size:46px; margin-top:2px">1 h 24 min</p>
    </div>
    <div class="body" style="padding-top:88px">
      <div class="row between" style="margin-bottom:14px">
        <h1 style="font-size:27px">Your day, around prayer</h1>
      </div>
      <div class="col" style="gap:13px">${plan.map(entry)}</div>
    </div>
    ${tabBar('Home')}`,
}
