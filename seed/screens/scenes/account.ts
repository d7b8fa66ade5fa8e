import { dishPicture } from '../drawings/food.ts'
import { hangingScarf, picture, tones } from '../drawings/goods.ts'
import { type Icon, icon } from '../drawings/icons.ts'
import { people, portrait } from '../drawings/people.ts'
import { carFromSide, storefront } from '../drawings/places.ts'
import { lattice, seal, star } from '../drawings/stars.ts'
import { html } from '../html.ts'
import { homeIndicator, statusBar, tabBar } from '../phone.ts'
import type { Scene } from '../scene.ts'

const offer = (name: Icon, text: string, on: boolean) => html`
  <div class="cut row" style="--cut:13px; padding:12px 14px; gap:13px; ${on ? 'background:var(--tint); border:2px solid var(--brand)' : 'background:var(--surface); border:2px solid transparent'}">
    <span style="color:var(--brand)">${icon(name, 25)}</span><span class="grow b" style="font-size:15px; line-height:1.25">${text}</span>
    <i class="cut" style="--cut:6px; width:24px; height:24px; display:grid; place-items:center; ${on ? 'background:var(--brand); color:var(--page)' : 'border:1.5px solid var(--edge)'}">${on ? icon('check', 16) : ''}</i>
  </div>`

const numbers = [1, 2, 3, 4, 5].map((number) => {
  const done = number < 4
  const content = done
    ? '<path d="M-4 0.4L-1.2 3.2L4.2 -2.8" />'
    : `<text y="3.6" text-anchor="middle" font-size="10" font-weight="600" stroke="none" fill="${number === 4 ? 'oklch(0.25 0.035 165)' : 'var(--muted)'}">${number}</text>`
  const color = done ? 'var(--brand)' : number === 4 ? 'oklch(0.81 0.148 79)' : 'var(--sunken)'
  return html`${seal(38, content, [color, 'var(--page)'])}${number < 5 && `<i class="grow" style="height:2px; background:${number < 4 ? 'var(--brand)' : 'var(--line)'}"></i>`}`
})

/** The setup of a business before the launch. */
export const setup: Scene = {
  name: 'setup',
  markup: html`
    ${statusBar('2:26')}
    <div class="body">
      <div class="row" style="gap:5px; margin-bottom:18px">${numbers}</div>
      <h1 style="font-size:33px">What will you offer?</h1>
      <p class="m" style="margin-top:7px; font-size:15px">Select all that apply. You can change this later.</p>
      <div class="col" style="gap:8px; margin-top:16px">
        ${offer('box', 'Sell physical products', true)}${offer('plate', 'Delivery, pickup, or dine-in', true)}${offer('home', 'Local services, at home or in store', false)}${offer('briefcase', 'Professional services', false)}${offer('pin', 'A listing in the Halvi Directory', true)}
      </div>
      <div class="cut rel" style="--cut:18px; margin-top:16px; height:186px; background:var(--deep)">${picture(390, 270, 242, storefront('Noor Bakery')).replace('<svg', '<svg style="margin-top:-26px"')}
        <span class="tag abs" style="right:14px; bottom:14px; height:30px; font-size:13px; background:var(--surface); color:var(--ink)">Your shop so far</span></div>
    </div>
    <div class="row" style="padding:0 20px 38px; gap:10px"><div class="round lined" style="width:54px; height:54px">${icon('left')}</div><div class="button grow">Continue to the final step</div></div>
    ${homeIndicator}`,
}

const stop = (
  hue: string,
  time: string,
  title: string,
  text: string,
  drawing: string,
  height: number,
  state = '',
) => html`
  <div class="row top" data-hue="${hue}" style="gap:14px">
    <div class="col" style="width:30px; align-items:center; align-self:stretch; flex:none"><span class="hue">${star(30, true)}</span><i class="grow" style="width:2px; background:var(--line); margin:4px 0"></i></div>
    <div class="cut rel grow" style="--cut:16px; height:${height}px; margin-bottom:12px; background:var(--tint); padding:13px 15px">
      ${drawing}<p class="over">${time}</p><h2 style="margin:2px 0 3px; font-size:19px">${title}</h2><p class="s m" style="max-width:158px">${text}</p>
      ${state && html`<span class="tag abs" style="left:15px; bottom:13px; background:var(--branch); color:var(--page)">${state}</span>`}
    </div>
  </div>`

/** Orders from all branches. */
export const orders: Scene = {
  name: 'orders',
  markup: html`
    ${statusBar('5:32')}
    <div class="body">
      <h1 style="font-size:33px">Four services, one list</h1>
      <div class="segments" style="margin:14px 0 18px"><span class="on">On the way · 4</span><span>Done</span></div>
      ${stop('local', 'Now', 'Ready for you', 'Kept for you<br>until 8 PM', `<div class="abs" style="right:-12px; bottom:-4px">${picture(390, 270, 112, storefront('Noor Bakery'))}</div>`, 148, 'Show code 27')}
      ${stop('eats', '6:40 PM', 'Lamb biryani', 'Saffron House, for two', `<div class="abs" style="right:-30px; top:-14px">${dishPicture('biryani', 152, 'blue')}</div>`, 128, 'Cooking')}
      ${stop('rides', '9:10 PM', 'Ride home', 'From the restaurant', `<div class="abs" style="right:-34px; bottom:14px">${picture(320, 110, 58, carFromSide('oklch(0.95 0.012 88)', 'oklch(0.8 0.02 255)', 'oklch(0.36 0.05 255)'))}</div>`, 100)}
      ${stop('mall', 'Tuesday', 'Rosewood scarf', 'Packed in Paterson', `<div class="abs" style="right:14px; top:10px">${picture(200, 260, 140, hangingScarf(tones(350, 0.105, 0.5)))}</div>`, 138, 'In transit')}
    </div>
    ${tabBar('Orders')}`,
}

const wish = (name: Icon, title: string, text: string, on: boolean) => html`
  <div class="row" style="gap:14px; padding:13px 0"><span style="color:var(--brand)">${icon(name, 24)}</span><div class="grow"><p class="b" style="font-size:15px">${title}</p><p class="s m">${text}</p></div>
    <i class="cut" style="--cut:8px; flex:none; width:50px; height:28px; padding:4px; background:${on ? 'var(--brand)' : 'var(--line)'}"><i class="cut" style="--cut:5px; display:block; width:20px; height:20px; ${on && 'margin-left:22px'}; background:var(--surface)"></i></i></div>`

/** A family's profile with its preferences. */
export const profile: Scene = {
  name: 'profile',
  markup: html`
    <div class="fill" style="z-index:-1; bottom:auto; height:318px; background:oklch(0.9 0.05 163)"><div class="fill" style="color:oklch(0.55 0.08 163); opacity:.34">${lattice(60, 150)}</div></div>
    ${statusBar('8:12')}
    <div class="row between" style="padding:0 20px"><span class="b" style="font-size:16px">The Rahman family</span><span class="round">${icon('edit')}</span></div>
    <div class="row" style="justify-content:center; align-items:flex-end; gap:0; margin-top:18px">
      ${portrait({ ...people.omar, clothes: 'oklch(0.44 0.08 255)' }, 112, '--cut:22px; outline:4px solid var(--page); outline-offset:-4px; margin-right:-14px')}
      ${portrait(people.amina, 150, '--cut:30px; outline:4px solid var(--page); outline-offset:-4px; position:relative; z-index:1')}
      ${portrait(people.zayd, 96, '--cut:20px; outline:4px solid var(--page); outline-offset:-4px; margin-left:-14px')}
    </div>
    <div class="sheet" style="top:284px; padding-top:28px">
      <h1>What matters to us</h1>
      <p class="m" style="margin-top:6px; font-size:15px">Set once. Every branch keeps to it.</p>
      <div style="margin-top:8px">
        ${wish('shield', 'Slaughtered by hand only', 'Eats, Local and Mall', true)}<div class="rule"></div>
        ${wish('leaf', 'No gelatin, no hidden extracts', 'We read labels for you', true)}<div class="rule"></div>
        ${wish('clock', 'Nothing during prayer', 'Rides, lessons, deliveries', true)}<div class="rule"></div>
        ${wish('car', 'Women drivers for Amina', 'Where one is free', true)}<div class="rule"></div>
        ${wish('bell', 'Quiet in the last ten nights', 'No news from us in Ramadan', false)}
      </div>
    </div>
    <div class="abs" style="inset:auto 0 0">${tabBar('You')}</div>`,
}
