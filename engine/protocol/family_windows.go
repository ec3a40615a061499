package protocol

import (
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// A family is a program and all processes that it has started. They are in a job, which no process can
// leave.
type family struct {
	cmd *exec.Cmd
	job windows.Handle // 0 = none
}

// newFamily returns the family of a program that is about to start.
func newFamily(cmd *exec.Cmd) *family { return &family{cmd: cmd} }

// started puts the running program into the job. Processes that it started earlier are not tracked.
func (f *family) started() error {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return err
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err == nil {
		err = assign(job, uint32(f.cmd.Process.Pid))
	}
	if err != nil {
		windows.CloseHandle(job)
		return err
	}
	f.job = job
	return nil
}

func assign(job windows.Handle, pid uint32) error {
	program, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, pid)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(program)
	return windows.AssignProcessToJobObject(job, program)
}

// kill ends the program and all processes in its job, once.
func (f *family) kill() {
	_ = f.cmd.Process.Kill()
	if f.job != 0 {
		windows.CloseHandle(f.job) // kills its processes; Windows also closes it if this process dies
	}
}
