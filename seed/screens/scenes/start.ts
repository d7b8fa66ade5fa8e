import { dishPicture } from '../drawings/food.ts'
import { hangingScarf, picture, tones } from '../drawings/goods.ts'
import { icon } from '../drawings/icons.ts'
import { people, portrait } from '../drawings/people.ts'
import { carFromSide, storefront } from '../drawings/places.ts'
import { lattice, logo, seal, star } from '../drawings/stars.ts'
import { html } from '../html.ts'
import { homeIndicator, statusBar, tabBar } from '../phone.ts'
import type { Scene } from '../scene.ts'

/** The app's welcome screen. */
export const welcome: Scene = {
  name: 'welcome',
  theme: 'night',
  markup: html`
    <div class="fill" style="z-index:-1; color:oklch(0.87 0.085 160); opacity:.3;
      mask-image:radial-gradient(ellipse 95% 60% at 50% 26%, #000 30%, transparent 100%)">${lattice(60, 195)}</div>
    ${statusBar('6:02')}
    <div class="col" style="align-items:center; margin-top:84px">
      ${logo(176, 'oklch(0.87 0.085 160)', 'oklch(0.275 0.052 165)')}
      <p class="display" style="font-size:46px; margin-top:18px">Halvi</p>
    </div>
    <div class="push" style="padding:0 28px 46px">
      <h1 style="font-size:38px; line-height:1.06">Your Halal Lifestyle, All in One Place</h1>
      <p style="margin:14px 0 26px; font-size:16px; color:var(--muted)">Shops, meals, rides, and people you can trust. Each one is verified first.</p>
      <div class="button accent">Create your account</div>
      <div class="button outline" style="margin-top:12px">I have a business</div>
    </div>
    ${homeIndicator}`,
}

const tile = (hue: string, style: string, name: string, text: string, drawing: string) => html`
  <div class="cut rel" data-hue="${hue}" style="--cut:16px; background:var(--tint); ${style}">
    ${drawing}
    <div class="abs" style="left:14px; top:13px">
      <h3 class="hue" style="font-size:19px">${name}</h3><p class="xs" style="margin-top:2px">${text}</p>
    </div>
  </div>`

const place = (style: string, drawing: string) =>
  `<div class="abs" style="${style}">${drawing}</div>`

/** The home screen with all branches. */
export const home: Scene = {
  name: 'home',
  markup: html`
    ${statusBar('9:41')}
    <div class="body">
      <div class="row between">
        <div><p class="s m">Friday</p><h1 style="font-size:28px; margin-top:3px">Salaam, Amina</h1></div>
        ${portrait(people.amina, 50)}
      </div>
      <div class="night cut row" style="--cut:12px; margin-top:14px; padding:12px 16px; gap:12px">
        <span class="gold">${star(26)}</span>
        <div class="grow"><p class="b">Jumu’ah at 1:30 PM</p><p class="xs m">Next: Dhuhr 1:24 · Mosque, 6 min</p></div>
        ${icon('right', 20)}
      </div>
      <div style="display:grid; grid-template-columns:repeat(6, 1fr); grid-template-rows:188px 176px 164px; gap:10px; margin-top:12px">
        ${tile('eats', 'grid-column:span 4', 'Eats', 'Lunch, nearby', place('right:-38px; bottom:-52px', dishPicture('biryani', 196, 'blue')))}
        ${tile('mall', 'grid-column:span 2', 'Mall', 'Eid collection', place('left:5px; bottom:-26px', picture(200, 260, 132, hangingScarf(tones(310, 0.11, 0.52)))))}
        ${tile('rides', 'grid-column:span 3', 'Rides', 'Home in 14 min', place('right:-92px; bottom:20px', picture(320, 110, 82, carFromSide('oklch(0.95 0.015 88)', 'oklch(0.82 0.025 255)', 'oklch(0.36 0.06 255)'))))}
        ${tile('local', 'grid-column:span 3', 'Local', '12 shops open', place('left:0; bottom:-8px', picture(390, 270, 118, storefront('Noor'))))}
        ${tile('professionals', 'grid-column:span 3', 'Professionals', 'Tutors, trades, care', place('left:14px; bottom:14px; display:flex; gap:6px', [people.idris, people.layla, people.bilal].map((one) => portrait(one, 44, '--cut:9px')).join('')))}
        ${tile('insurance', 'grid-column:span 3', 'Insurance', 'Shared, not kept', place('right:14px; bottom:12px; color:var(--branch)', seal(96, '<text y="3" text-anchor="middle" font-size="8" font-family="var(--font-display)" font-weight="600" fill="var(--tint)" stroke="none">$86</text>')))}
      </div>
    </div>
    ${tabBar('Home')}`,
}
